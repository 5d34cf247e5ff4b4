//! The one form: what every schema of the crate is rewritten to, once.

use serde_json::{Map, Value, json};

use super::parts::{self, for_each_child, remove_null, unwrap_single};
use super::variants;

/// Formats that say more than the type does; all others are dropped.
const FORMATS: [&str; 10] = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uuid",
];

/// Brings a whole schema into canonical form.
pub(super) fn rewrite(schema: &mut Value) {
    if let Value::Bool(anything) = schema {
        *schema = if *anything {
            json!({})
        } else {
            json!({"not": {}})
        };
    }
    let Some(node) = schema.as_object_mut() else {
        return;
    };
    node.shift_remove("$schema");
    node.shift_remove("title");
    for_each_child(node, &mut rewrite);
    constant(node);
    variants::fold(node);
    unwrap_single(node);
    variants::distribute(node);
    type_of_enum(node);
    width(node);
    optional_properties(node);
    close(node);
    parts::put_first(node, &["type", "description"]);
}

/// `const` says what a one-value `enum` says, and fewer vendors take it.
fn constant(node: &mut Map<String, Value>) {
    if let Some(value) = node.shift_remove("const") {
        node.insert("enum".into(), json!([value]));
    }
}

/// An `enum` without a type gets the one that all its values have.
fn type_of_enum(node: &mut Map<String, Value>) {
    let Some(Value::Array(values)) = node.get("enum") else {
        return;
    };
    let name = match values.first() {
        Some(Value::String(_)) if values.iter().all(Value::is_string) => "string",
        Some(Value::Number(_)) if values.iter().all(is_integer) => "integer",
        Some(Value::Number(_)) if values.iter().all(Value::is_number) => "number",
        Some(Value::Bool(_)) if values.iter().all(Value::is_boolean) => "boolean",
        _ => return,
    };
    node.entry("type").or_insert(name.into());
}

fn is_integer(value: &Value) -> bool {
    value.is_i64() || value.is_u64()
}

/// The format of a Rust number becomes its bounds.
fn width(node: &mut Map<String, Value>) {
    let Some(Value::String(format)) = node.shift_remove("format") else {
        return;
    };
    match format.as_str() {
        "int8" => bounds(node, i64::from(i8::MIN), i64::from(i8::MAX)),
        "int16" => bounds(node, i64::from(i16::MIN), i64::from(i16::MAX)),
        "int32" => bounds(node, i64::from(i32::MIN), i64::from(i32::MAX)),
        "uint8" => bounds(node, 0, i64::from(u8::MAX)),
        "uint16" => bounds(node, 0, i64::from(u16::MAX)),
        "uint32" => bounds(node, 0, i64::from(u32::MAX)),
        known if FORMATS.contains(&known) => {
            node.insert("format".into(), format.into());
        }
        _ => {}
    }
}

/// Bounds that the author gave are the narrower ones.
fn bounds(node: &mut Map<String, Value>, minimum: i64, maximum: i64) {
    for (keyword, other, bound) in [
        ("minimum", "exclusiveMinimum", minimum),
        ("maximum", "exclusiveMaximum", maximum),
    ] {
        if !node.contains_key(other) {
            node.entry(keyword).or_insert(bound.into());
        }
    }
}

/// A property that may be left out need not be `null` as well.
fn optional_properties(node: &mut Map<String, Value>) {
    let required = node.get("required").cloned();
    let required = required.as_ref().and_then(Value::as_array);
    let Some(Value::Object(properties)) = node.get_mut("properties") else {
        return;
    };
    for (name, property) in properties {
        if !required.is_some_and(|names| names.iter().any(|required| required == name)) {
            remove_null(property);
        }
    }
}

/// An object takes what it lists, unless it says itself what else.
fn close(node: &mut Map<String, Value>) {
    let is_object = match node.get("type") {
        Some(Value::Array(names)) => names.iter().any(|name| name == "object"),
        name => name.is_some_and(|name| name == "object"),
    };
    let alternatives = ["anyOf", "allOf", "patternProperties"];
    if is_object && !alternatives.iter().any(|word| node.contains_key(*word)) {
        if let Some(others) = node.shift_remove("unevaluatedProperties") {
            node.entry("additionalProperties").or_insert(others);
        }
        if node.contains_key("properties") || !node.contains_key("additionalProperties") {
            node.entry("properties").or_insert(json!({}));
            node.entry("additionalProperties").or_insert(false.into());
        }
    }
}
