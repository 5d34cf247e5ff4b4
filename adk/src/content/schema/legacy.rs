//! What older drafts and `OpenAPI` say in other words, in those of draft 2020-12: schemas
//! written by hand, or told by a server, use them.

use serde_json::{Map, Value, json};

/// Brings one node's keywords up to date.
pub(super) fn modernise(node: &mut Map<String, Value>) {
    tuple(node);
    exclusive(node, "minimum", "exclusiveMinimum");
    exclusive(node, "maximum", "exclusiveMaximum");
    nullable(node);
    if let Some(Value::Array(names)) = node.get("type")
        && let [only] = &names[..]
    {
        let only = only.clone();
        node.insert("type".into(), only);
    }
}

/// A list of `items` is what `prefixItems` is now, and a tuple without others is as long as
/// it is.
fn tuple(node: &mut Map<String, Value>) {
    if node.get("items").is_some_and(Value::is_array)
        && let Some(first) = node.shift_remove("items")
    {
        node.insert("prefixItems".into(), first);
        if let Some(others) = node.shift_remove("additionalItems") {
            node.insert("items".into(), others);
        }
    }
    let length = node
        .get("prefixItems")
        .and_then(Value::as_array)
        .map(Vec::len);
    if let (Some(length), Some(Value::Bool(false))) = (length, node.get("items")) {
        node.shift_remove("items");
        node.entry("maxItems").or_insert(length.into());
    }
}

/// `exclusiveMinimum: true` was a word about `minimum`.
fn exclusive(node: &mut Map<String, Value>, bound: &str, exclusive: &str) {
    if let Some(Value::Bool(is_exclusive)) = node.get(exclusive) {
        let is_exclusive = *is_exclusive;
        node.shift_remove(exclusive);
        if is_exclusive && let Some(value) = node.shift_remove(bound) {
            node.insert(exclusive.into(), value);
        }
    }
}

/// `nullable: true` is one more type.
fn nullable(node: &mut Map<String, Value>) {
    if node.shift_remove("nullable") != Some(Value::Bool(true)) {
        return;
    }
    match node.get_mut("type") {
        Some(Value::Array(names)) if !names.iter().any(|name| name == "null") => {
            names.push("null".into());
        }
        Some(Value::String(name)) if name != "null" => {
            let names = json!([name, "null"]);
            node.insert("type".into(), names);
        }
        _ => {}
    }
    if let Some(Value::Array(values)) = node.get_mut("enum")
        && !values.iter().any(Value::is_null)
    {
        values.push(Value::Null);
    }
}
