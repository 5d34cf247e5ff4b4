//! Gemini's `parameters`: the part of `OpenAPI` that older endpoints and proxies know.
//! What has no word there is a string that holds JSON, which is read as what it holds.

use serde_json::{Map, Value, json};

use super::super::parts::{for_each_child, has_type, put_first};
use super::super::refs;
use super::{notes, object_root};

/// What may stand in every node; its type brings one or two more.
const KNOWN: [&str; 3] = ["type", "nullable", "description"];
const FORMATS: [&str; 1] = ["date-time"];

pub(super) fn rewrite(schema: &mut Value) {
    refs::unroll(schema, |name, mut beside| {
        beside.insert("type".into(), "string".into());
        notes::say(&mut beside, &format!("A further `{name}`, as JSON text."));
        beside
    });
    match schema {
        Value::Object(root) if has_type(root, "object") => object(root),
        schema => child(schema),
    }
}

/// Rewrites a node and then what is below, so that what it says of dropped keywords is in
/// JSON Schema.
fn child(schema: &mut Value) {
    let Value::Object(node) = schema else {
        return;
    };
    null(node);
    split_types(node);
    let properties = node.get("properties").and_then(Value::as_object);
    let is_empty = properties.is_none_or(Map::is_empty);
    match node.get("type").and_then(Value::as_str) {
        None => alternatives(node),
        Some("object") if is_empty => json_text(node),
        Some("object") => object(node),
        Some("array") => array(node),
        Some(_) => scalar(node),
    }
}

/// `null` among the types, values or branches becomes `nullable`.
fn null(node: &mut Map<String, Value>) {
    let mut found = has_type(node, "null");
    for keyword in ["type", "enum", "anyOf"] {
        let Some(Value::Array(list)) = node.get_mut(keyword) else {
            continue;
        };
        let before = list.len();
        list.retain(|item| match keyword {
            "type" => item != "null",
            "enum" => !item.is_null(),
            _ => item.get("type").is_none_or(|name| name != "null"),
        });
        found |= list.len() < before;
        if list.is_empty() {
            node.shift_remove(keyword);
            node.insert("type".into(), "null".into());
        }
    }
    if node.get("type").is_some_and(|name| name == "null") {
        node.insert("type".into(), "string".into());
        node.shift_remove("enum");
        notes::say(node, "Always null.");
    }
    if found {
        node.insert("nullable".into(), true.into());
    }
}

/// Of several types each becomes a branch; a value of any type is one that is no list and
/// no object, or their JSON.
fn split_types(node: &mut Map<String, Value>) {
    if node.contains_key("anyOf") {
        node.shift_remove("type");
        return;
    }
    let names: Vec<Value> = match node.shift_remove("type") {
        Some(Value::Array(names)) => names,
        Some(name) => vec![name],
        None if node.contains_key("enum") => vec!["string".into()],
        None => {
            let text =
                json!({"type": "string", "description": "An object or an array, as JSON text."});
            node.insert(
                "anyOf".into(),
                json!([text, {"type": "number"}, {"type": "boolean"}]),
            );
            return;
        }
    };
    if let [name] = &names[..] {
        node.insert("type".into(), name.clone());
        return put_first(node, &["type"]);
    }
    let nullable = node.shift_remove("nullable");
    let branches = names.into_iter().map(|name| {
        let mut branch = node.clone();
        branch.insert("type".into(), name);
        put_first(&mut branch, &["type"]);
        branch.into()
    });
    let branches: Vec<Value> = branches.collect();
    node.clear();
    node.extend(nullable.map(|nullable| ("nullable".to_owned(), nullable)));
    node.insert("anyOf".into(), branches.into());
}

/// Beside `anyOf` nothing else may stand: the branches say it.
fn alternatives(node: &mut Map<String, Value>) {
    let Some(Value::Array(mut branches)) = node.shift_remove("anyOf") else {
        return;
    };
    let mut nullable = node.shift_remove("nullable");
    notes::keep_only(node, &["description"], &[]);
    let outer = node.get("description").and_then(Value::as_str);
    for branch in &mut branches {
        if let Value::Object(branch) = branch {
            if let Some(nullable) = nullable.take() {
                branch.insert("nullable".into(), nullable);
            }
            if let Some(outer) = outer {
                notes::say_first(branch, outer);
            }
        }
        child(branch);
    }
    node.clear();
    node.insert("anyOf".into(), branches.into());
}

/// An object without properties, which is a map or empty, as text.
fn json_text(node: &mut Map<String, Value>) {
    node.insert("type".into(), "string".into());
    for keyword in ["properties", "required"] {
        node.shift_remove(keyword);
    }
    notes::say(node, "A JSON object, as text.");
    finish(node, &[]);
}

fn object(node: &mut Map<String, Value>) {
    finish(node, &["properties", "required"]);
    for_each_child(node, &mut child);
}

fn array(node: &mut Map<String, Value>) {
    if let Some(Value::Array(items)) = node.get("prefixItems") {
        let items = object_root::any_of(items);
        if items.get("anyOf").is_none() {
            node.shift_remove("prefixItems");
        }
        node.insert("items".into(), items);
    }
    finish(node, &["items"]);
    for_each_child(node, &mut child);
}

/// Only strings have an `enum`: the texts of numbers are read as what they say.
fn scalar(node: &mut Map<String, Value>) {
    let name = node.get("type").and_then(Value::as_str).unwrap_or_default();
    let is_word = match name {
        "string" => Value::is_string,
        "integer" | "number" => Value::is_number,
        _ => return finish(node, &[]),
    };
    if let Some(Value::Array(values)) = node.get("enum") {
        let words = values.iter().filter(|value| is_word(value));
        let words = words.map(|value| match value {
            Value::String(word) => word.clone().into(),
            number => number.to_string().into(),
        });
        let words: Vec<Value> = words.collect();
        if words.is_empty() {
            return finish(node, &["format"]);
        }
        node.insert("type".into(), "string".into());
        node.insert("enum".into(), words.into());
    }
    finish(node, &["enum", "format"]);
}

/// Upper-case type, known keywords only.
fn finish(node: &mut Map<String, Value>, more: &[&str]) {
    notes::say_inexact(node);
    notes::keep_only(node, &[&KNOWN[..], more].concat(), &FORMATS);
    if let Some(Value::String(name)) = node.get_mut("type") {
        name.make_ascii_uppercase();
    }
}
