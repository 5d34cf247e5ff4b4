//! Gemini's `parametersJsonSchema`: the keywords that its documentation lists.

use serde_json::{Map, Value, json};

use super::super::parts::{edit_all, put_first};
use super::{any_type, cycles, notes};

const KNOWN: [&str; 20] = [
    "$id",
    "$defs",
    "$ref",
    "$anchor",
    "type",
    "format",
    "title",
    "description",
    "default",
    "enum",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "anyOf",
    "properties",
    "additionalProperties",
    "required",
];
/// What may stand beside a reference.
const BESIDE_REF: [&str; 4] = ["$ref", "$defs", "description", "default"];
const FORMATS: [&str; 3] = ["date-time", "date", "time"];
pub(super) fn rewrite(schema: &mut Value) {
    cycles::open(schema);
    edit_all(schema, &mut node);
}

fn node(node: &mut Map<String, Value>) {
    if node.contains_key("$ref") {
        return notes::keep_only(node, &BESIDE_REF, &[]);
    }
    inclusive(node, "exclusiveMinimum", "minimum", 1);
    inclusive(node, "exclusiveMaximum", "maximum", -1);
    notes::say_inexact(node);
    notes::keep_only(node, &KNOWN, &FORMATS);
    if !node.contains_key("type") && !node.contains_key("anyOf") {
        node.insert("type".into(), any_type());
        put_first(node, &["type"]);
    }
}

/// The bound in its inclusive form, which for integers says the same.
fn inclusive(node: &mut Map<String, Value>, exclusive: &str, bound: &str, step: i64) {
    let is_integer = node.get("type").is_some_and(|name| name == "integer");
    let value = node.get(exclusive).and_then(Value::as_i64);
    if let (true, Some(value)) = (is_integer && !node.contains_key(bound), value)
        && let Some(inclusive) = value.checked_add(step)
    {
        node.shift_remove(exclusive);
        node.insert(bound.into(), json!(inclusive));
    }
}
