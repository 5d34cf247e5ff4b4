//! Alternatives: Rust enums, as few vendors take them.

use serde_json::{Map, Value, json};

/// `oneOf` of plain strings becomes one `enum`, every other one an `anyOf`.
pub(super) fn fold(node: &mut Map<String, Value>) {
    let Some(Value::Array(branches)) = node.shift_remove("oneOf") else {
        return;
    };
    match branches.iter().map(words).collect::<Option<Vec<_>>>() {
        Some(words) => fold_words(node, &words),
        None => {
            node.insert("anyOf".into(), Value::Array(branches));
        }
    }
}

/// The values of a branch that is nothing but strings, with its description.
fn words(branch: &Value) -> Option<(&Vec<Value>, Option<&str>)> {
    let branch = branch.as_object()?;
    let values = branch.get("enum")?.as_array()?;
    let plain = ["type", "enum", "description"];
    let only_words = branch.keys().all(|key| plain.contains(&key.as_str()));
    let description = branch.get("description").and_then(Value::as_str);
    (only_words && values.iter().all(Value::is_string)).then_some((values, description))
}

fn fold_words(node: &mut Map<String, Value>, words: &[(&Vec<Value>, Option<&str>)]) {
    let mut lines = Vec::new();
    let mut all = Vec::new();
    for (values, description) in words {
        all.extend(values.iter().cloned());
        if let (Some(text), [Value::String(value)]) = (description, &values[..]) {
            lines.push(format!("- `{value}`: {text}"));
        }
    }
    node.insert("type".into(), "string".into());
    node.insert("enum".into(), all.into());
    if !lines.is_empty() {
        let own = node.get("description").and_then(Value::as_str);
        let text = own.map_or(String::new(), |own| format!("{own}\n\n")) + &lines.join("\n");
        node.insert("description".into(), text.into());
    }
}

/// Properties beside alternatives of objects go into each alternative, so that each can
/// be closed: `#[serde(flatten)]` of an enum makes such schemas.
pub(super) fn distribute(node: &mut Map<String, Value>) {
    let all_objects = match node.get("anyOf") {
        Some(Value::Array(branches)) => branches.iter().all(has_properties),
        _ => false,
    };
    if !all_objects || !node.contains_key("properties") {
        return;
    }
    let mut shared = Map::new();
    for keyword in ["type", "properties", "required"] {
        if let Some(value) = node.shift_remove(keyword) {
            shared.insert(keyword.into(), value);
        }
    }
    node.shift_remove("unevaluatedProperties");
    node.shift_remove("additionalProperties");
    let Some(Value::Array(branches)) = node.get_mut("anyOf") else {
        return;
    };
    for branch in branches.iter_mut().filter_map(Value::as_object_mut) {
        let mut merged = shared.clone();
        add_properties(&mut merged, branch);
        for (keyword, value) in std::mem::take(branch) {
            merged.entry(keyword).or_insert(value);
        }
        *branch = merged;
    }
}

fn has_properties(branch: &Value) -> bool {
    branch.get("properties").is_some_and(Value::is_object)
}

/// Adds the properties and required names of `from` to `into`; those there stay.
fn add_properties(into: &mut Map<String, Value>, from: &Map<String, Value>) {
    if let Some(Value::Object(more)) = from.get("properties") {
        let properties = into.entry("properties").or_insert(json!({}));
        if let Value::Object(properties) = properties {
            for (name, schema) in more {
                properties.entry(name).or_insert(schema.clone());
            }
        }
    }
    if let Some(Value::Array(more)) = from.get("required") {
        let required = into.entry("required").or_insert(json!([]));
        if let Value::Array(required) = required {
            let new = more.iter().filter(|name| !required.contains(name)).cloned();
            let new: Vec<_> = new.collect();
            required.extend(new);
        }
    }
}
