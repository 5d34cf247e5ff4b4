//! What stands at a path such as `order.items[2].count`, in a value and in its schema.

use serde_json::{Map, Value};

use super::check::may_be;
use crate::content::resolve_schema;

/// The first step of a path: where it goes, and what is left of the path then.
enum Step<'p> {
    Field(String, &'p str),
    Item(usize, &'p str),
}

/// A name may have dots of its own, so that the value says where it ends.
fn step<'p>(value: &Value, path: &'p str) -> Option<Step<'p>> {
    let path = path.strip_prefix('.').unwrap_or(path);
    match value {
        Value::Object(fields) => fields.keys().find_map(|name| {
            let rest = path.strip_prefix(&**name)?;
            let is_end = rest.is_empty() || rest.starts_with(['.', '[']);
            is_end.then(|| Step::Field(name.clone(), rest))
        }),
        Value::Array(_) => {
            let (index, rest) = path.strip_prefix('[')?.split_once(']')?;
            Some(Step::Item(index.parse().ok()?, rest))
        }
        _ => None,
    }
}

/// The value at the path.
pub(super) fn value_at<'a>(value: &'a mut Value, path: &str) -> Option<&'a mut Value> {
    if path.is_empty() {
        return Some(value);
    }
    match step(value, path)? {
        Step::Field(name, rest) => value_at(value.get_mut(name)?, rest),
        Step::Item(index, rest) => value_at(value.get_mut(index)?, rest),
    }
}

/// The schema of the value at the path, and the value.
pub(super) fn schema_at<'a>(
    root: &'a Value,
    schema: &'a Value,
    value: &'a Value,
    path: &str,
) -> Option<(&'a Value, &'a Value)> {
    let schema = resolve_schema(schema, root);
    if path.is_empty() {
        return Some((schema, value));
    }
    if let Some(branches) = schema.get("anyOf").and_then(Value::as_array) {
        let mut branches = branches.iter().filter(|branch| may_be(root, branch, value));
        return branches.find_map(|branch| schema_at(root, branch, value, path));
    }
    match step(value, path)? {
        Step::Field(name, rest) => {
            let property = schema
                .get("properties")
                .and_then(|known| known.get(&name))
                .or_else(|| schema.get("additionalProperties"))
                .filter(|property| property.is_object());
            schema_at(root, property?, value.get(&name)?, rest)
        }
        Step::Item(index, rest) => {
            let item = schema
                .get("prefixItems")
                .and_then(|first| first.get(index))
                .or_else(|| schema.get("items"));
            schema_at(root, item?, value.get(index)?, rest)
        }
    }
}

/// The value with the object at the path edited. It and all above it come first in what they
/// stand in, so that a type reads them before anything else.
pub(super) fn edited_first(
    value: Value,
    path: &str,
    edit: &dyn Fn(Map<String, Value>) -> Map<String, Value>,
) -> Value {
    let step = step(&value, path);
    match (value, step) {
        (Value::Object(fields), _) if path.is_empty() => edit(fields).into(),
        (Value::Object(mut fields), Some(Step::Field(name, rest))) => {
            let below = fields.shift_remove(&name).unwrap_or_default();
            let mut first = Map::from_iter([(name, edited_first(below, rest, edit))]);
            first.append(&mut fields);
            first.into()
        }
        (Value::Array(mut items), Some(Step::Item(index, rest))) if index < items.len() => {
            // A tuple has an order; a list of objects is rarely one.
            let at = if items.iter().all(Value::is_object) {
                items.swap(0, index);
                0
            } else {
                index
            };
            items[at] = edited_first(items[at].take(), rest, edit);
            items.into()
        }
        (value, _) => value,
    }
}
