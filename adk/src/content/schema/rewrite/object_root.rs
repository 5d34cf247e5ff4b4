//! What every dialect asks for: an object at the root, and of lists what they hold.

use serde_json::{Value, json};

use super::super::parts::{edit_all, has_type};
use super::super::root;

/// Makes the root a plain object, unless it never is one.
pub(super) fn rewrite(schema: &mut Value) {
    if !root::is_never_object(schema) {
        root::merge_root(schema);
    }
}

/// Gives every array its `items`: OpenAI asks for them even beside `prefixItems`.
pub(super) fn list_items(schema: &mut Value) {
    edit_all(schema, &mut |node| {
        if has_type(node, "array") && !node.contains_key("items") {
            let first = node.get("prefixItems").and_then(Value::as_array);
            let items = any_of(first.map_or(&[], Vec::as_slice));
            node.insert("items".into(), items);
        }
    });
}

/// One schema for all items of a tuple.
pub(super) fn any_of(items: &[Value]) -> Value {
    let mut different: Vec<&Value> = Vec::new();
    for item in items {
        if !different.contains(&item) {
            different.push(item);
        }
    }
    match &different[..] {
        [] => json!({}),
        [only] => (*only).clone(),
        all => json!({"anyOf": all}),
    }
}
