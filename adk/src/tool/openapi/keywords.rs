//! What a schema says of itself: the keywords that are told to a model, and how.

use serde_json::{Map, Value, json};

use super::document::{fault, flag, text};
use crate::error::Result;

/// The longest description, in characters.
pub(super) const MAX_DESCRIPTION: usize = 1024;

/// What a schema takes beside what it says, in bytes.
pub(super) const NODE: usize = 32;

/// The longest list of values that is told; of a longer one any value is taken.
const MAX_VALUES: usize = 1_000;
/// The longest text in a schema but for descriptions, in bytes.
const MAX_TEXT: usize = 4_096;

type Fits = fn(&Value) -> bool;

/// Keywords that are copied as they are, where their value is of a kind that may stand there.
const COPIED: [(&str, Fits); 17] = [
    ("format", is_plain),
    ("pattern", is_plain),
    ("const", is_plain),
    ("default", is_small),
    ("minimum", Value::is_number),
    ("maximum", Value::is_number),
    ("exclusiveMinimum", is_bound),
    ("exclusiveMaximum", is_bound),
    ("multipleOf", Value::is_number),
    ("minLength", Value::is_u64),
    ("maxLength", Value::is_u64),
    ("minItems", Value::is_u64),
    ("maxItems", Value::is_u64),
    ("uniqueItems", Value::is_boolean),
    ("minProperties", Value::is_u64),
    ("maxProperties", Value::is_u64),
    ("nullable", Value::is_boolean),
];
const TYPES: [&str; 7] = [
    "string", "number", "integer", "boolean", "array", "object", "null",
];

/// Copies what a schema says of itself alone, as far as it is of a kind that may stand there.
pub(super) fn copy(node: &Map<String, Value>, out: &mut Map<String, Value>) {
    let known = |name: &&Value| name.as_str().is_some_and(|name| TYPES.contains(&name));
    match node.get("type") {
        Some(Value::Array(names)) => {
            let names = names.iter().take(TYPES.len());
            let names: Vec<_> = names.filter(known).cloned().collect();
            if !names.is_empty() {
                out.insert("type".into(), names.into());
            }
        }
        Some(name) if known(&name) => _ = out.insert("type".into(), name.clone()),
        _ => {}
    }
    if let Some(text) = text(node, "description") {
        let text = capped(text, MAX_DESCRIPTION);
        out.insert("description".into(), text.into());
    }
    if let Some(Value::Array(values)) = node.get("enum")
        && (1..=MAX_VALUES).contains(&values.len())
        && values.iter().all(is_plain)
    {
        out.insert("enum".into(), values.clone().into());
    }
    for (keyword, fits) in COPIED {
        if let Some(value) = node.get(keyword).filter(|value| fits(value)) {
            out.insert(keyword.into(), value.clone());
        }
    }
}

/// How long it is what a schema says, about, in bytes.
pub(super) fn weight(said: &Map<String, Value>) -> usize {
    let fields = said.iter();
    fields.map(|(word, value)| word.len() + length(value)).sum()
}

fn length(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len() + 4,
        Value::Array(items) => items.iter().map(length).sum(),
        Value::Object(fields) => weight(fields),
        _ => 4,
    }
}

fn is_plain(value: &Value) -> bool {
    match value {
        Value::String(text) => text.len() <= MAX_TEXT,
        value => !value.is_array() && !value.is_object(),
    }
}

/// Whether the value is plain, or a short list or object of such.
fn is_small(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.len() <= 16 && items.iter().all(is_plain),
        Value::Object(fields) => fields.len() <= 16 && fields.values().all(is_plain),
        value => is_plain(value),
    }
}

fn is_bound(value: &Value) -> bool {
    value.is_number() || value.is_boolean()
}

/// `nullable` beside no type is one more alternative.
pub(super) fn nullable(mut node: Map<String, Value>) -> Value {
    let is_nullable = flag(&node, "nullable");
    if node.contains_key("type") || !is_nullable {
        if !node.contains_key("type") {
            node.shift_remove("nullable");
        }
        return node.into();
    }
    node.shift_remove("nullable");
    if node.is_empty() {
        return node.into();
    }
    let mut out = Map::new();
    for word in ["description", "default"] {
        out.extend(node.shift_remove_entry(word));
    }
    out.insert("anyOf".into(), json!([node, {"type": "null"}]));
    out.into()
}

/// The beginning of a text, in whole characters.
pub(super) fn capped(text: &str, characters: usize) -> String {
    if text.chars().nth(characters).is_none() {
        return text.to_owned();
    }
    let beginning: String = text.chars().take(characters - 1).collect();
    beginning.trim_end().to_owned() + "…"
}

/// # Errors
/// When there is none.
pub(super) fn schema_of<'a>(
    node: &'a Map<String, Value>,
    place: &str,
) -> Result<Option<&'a Value>> {
    match node.get("schema") {
        None | Some(Value::Object(_) | Value::Bool(_)) => Ok(node.get("schema")),
        Some(_) => Err(fault(&format!("{place}.schema"), "is no schema")),
    }
}
