//! What a dialect has no word for, as words in the description.

use serde_json::{Map, Value};

use super::super::parts::has_type;

/// The integers that a double holds, 2^53.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Keywords that say nothing which a model could keep to.
const SILENT: [&str; 13] = [
    "$schema",
    "$id",
    "$anchor",
    "$comment",
    "$defs",
    "title",
    "deprecated",
    "readOnly",
    "writeOnly",
    "example",
    "unevaluatedProperties",
    "unevaluatedItems",
    "propertyOrdering",
];

/// Takes out every keyword but those of `known`, and of formats all but `formats`; says in
/// the description what they asked for.
pub(super) fn keep_only(node: &mut Map<String, Value>, known: &[&str], formats: &[&str]) {
    let mut words = Vec::new();
    node.retain(|keyword, value| {
        let is_known = match value.as_str() {
            Some(format) if keyword == "format" => formats.contains(&format),
            _ => known.contains(&&**keyword),
        };
        if !is_known && !is_silent(keyword, value) {
            words.push(format!("{keyword}: {value}"));
        }
        is_known
    });
    if !words.is_empty() {
        say(node, &format!("({})", words.join(", ")));
    }
}

/// Adds a paragraph to the description.
pub(super) fn say(node: &mut Map<String, Value>, text: &str) {
    let known = node.get("description").and_then(Value::as_str);
    let whole = match known.filter(|known| !known.is_empty()) {
        Some(known) => format!("{known}\n\n{text}"),
        None => text.to_owned(),
    };
    node.insert("description".into(), whole.into());
}

/// Begins the description with a paragraph.
pub(super) fn say_first(node: &mut Map<String, Value>, text: &str) {
    let rest = node.insert("description".into(), text.into());
    if let Some(Value::String(rest)) = rest {
        say(node, &rest);
    }
}

/// Says how to send integers that Gemini, which keeps numbers as doubles, would round; they
/// are read from strings too.
pub(super) fn say_inexact(node: &mut Map<String, Value>) {
    let bounds = ["minimum", "maximum"].map(|bound| node.get(bound).and_then(Value::as_f64));
    let is_inexact = |bound: &f64| bound.abs() > EXACT;
    if has_type(node, "integer") && bounds.iter().flatten().any(is_inexact) {
        say(node, "Beyond 2^53 as a string.");
    }
}

/// Vendors' own keywords say nothing, and neither does `additionalProperties` that only
/// closes or opens.
fn is_silent(keyword: &str, value: &Value) -> bool {
    match keyword {
        "additionalProperties" => value.is_boolean(),
        keyword => SILENT.contains(&keyword) || keyword.starts_with("x-"),
    }
}
