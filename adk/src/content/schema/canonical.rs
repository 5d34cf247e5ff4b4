//! The one form: what every schema of the crate is rewritten to, once.

use serde_json::{Map, Value, json};

use super::parts::{self, for_each_child, has_type, remove_null, unwrap_single};
use super::{combine, legacy, refs, variants};

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

/// The most rounds of rewriting; a schema that people wrote is settled after one.
const MAX_ROUNDS: usize = 8;
/// The longest text that is looked at again, in bytes; what people wrote is far shorter.
const MAX_LENGTH: usize = 64 << 10;

/// Brings a whole schema into canonical form.
pub(super) fn rewrite(root: &mut Value) {
    parts::edit_all(root, &mut legacy::modernise);
    // What was joined may have ended a recursion, or have brought what is to be rewritten.
    let mut before = String::new();
    for _ in 0..MAX_ROUNDS {
        refs::settle(root);
        rewrite_node(root);
        let after = root.to_string();
        if after == before || after.len() > MAX_LENGTH {
            break;
        }
        before = after;
    }
    if let Value::Object(node) = root {
        let definitions = node.shift_remove_entry("$defs");
        node.extend(definitions);
    }
}

fn rewrite_node(schema: &mut Value) {
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
    node.shift_remove("definitions");
    for_each_child(node, &mut rewrite_node);
    constant(node);
    variants::fold(node);
    if combine::all_of(node) {
        variants::fold(node);
    }
    unwrap_single(node);
    combine::distribute(node);
    type_of_enum(node);
    type_of_keywords(node);
    width(node);
    parts::remove_idle(node);
    combine::required_properties(node);
    optional_properties(node);
    keys(node);
    close(node);
    parts::put_first(node, &["type", "description"]);
}

/// `const` says what a one-value `enum` says, and fewer vendors take it.
fn constant(node: &mut Map<String, Value>) {
    if let Some(value) = node.shift_remove("const") {
        node.insert("enum".into(), json!([value]));
    }
}

/// An `enum` without a type gets those of its values.
fn type_of_enum(node: &mut Map<String, Value>) {
    let Some(Value::Array(values)) = node.get("enum") else {
        return;
    };
    let mut names = Vec::new();
    for value in values {
        let name = match value {
            Value::String(_) => "string",
            Value::Number(number) if number.is_f64() => "number",
            Value::Number(_) => "integer",
            Value::Bool(_) => "boolean",
            Value::Null => "null",
            Value::Array(_) | Value::Object(_) => return,
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.contains(&"number") {
        names.retain(|name| *name != "integer");
    }
    let names: Value = match &names[..] {
        [] => return,
        [only] => (*only).into(),
        all => all.into(),
    };
    node.entry("type").or_insert(names);
}

/// What has properties is an object and what has items is an array, said or not.
fn type_of_keywords(node: &mut Map<String, Value>) {
    for (keyword, name) in [
        ("properties", "object"),
        ("additionalProperties", "object"),
        ("items", "array"),
        ("prefixItems", "array"),
    ] {
        let is_open = ["type", "anyOf", "allOf", "$ref"];
        if node.contains_key(keyword) && !is_open.iter().any(|word| node.contains_key(*word)) {
            node.insert("type".into(), name.into());
        }
    }
    if has_type(node, "array") && !node.contains_key("prefixItems") {
        node.entry("items").or_insert(json!({}));
    }
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
            let before = property.clone();
            remove_null(property);
            if *property != before {
                rewrite_node(property);
            }
        }
    }
}

/// A map whose keys follow one pattern is a map with a rule for its keys.
fn keys(node: &mut Map<String, Value>) {
    let others = node.get("additionalProperties");
    let closed = others.is_none_or(|others| others == false) && !node.contains_key("properties");
    let pattern = match node.get_mut("patternProperties") {
        Some(Value::Object(patterns)) if patterns.len() == 1 && closed => {
            std::mem::take(patterns).into_iter().next()
        }
        _ => None,
    };
    if let Some((pattern, values)) = pattern {
        node.shift_remove("patternProperties");
        node.insert("additionalProperties".into(), values);
        node.entry("propertyNames")
            .or_insert(json!({"type": "string", "pattern": pattern}));
    }
}

/// An object takes what it lists, unless it says itself what else.
fn close(node: &mut Map<String, Value>) {
    let alternatives = ["anyOf", "allOf", "patternProperties"];
    if has_type(node, "object") && !alternatives.iter().any(|word| node.contains_key(*word)) {
        if let Some(others) = node.shift_remove("unevaluatedProperties") {
            node.entry("additionalProperties").or_insert(others);
        }
        if node.contains_key("properties") || !node.contains_key("additionalProperties") {
            node.entry("properties").or_insert(json!({}));
            node.entry("additionalProperties").or_insert(false.into());
        }
    }
}
