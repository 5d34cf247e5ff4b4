//! Alternatives: Rust enums, in a form that most vendors take.

use serde_json::{Map, Value, json};

/// Brings alternatives to one `anyOf`; its branches of plain strings become one `enum`.
pub(super) fn fold(node: &mut Map<String, Value>) {
    let mut branches = alternatives(node);
    let strings: Vec<_> = branches.iter().filter_map(words).collect();
    if strings.len() == branches.len() {
        return fold_words(node, &strings);
    }
    if strings.len() > 1 {
        let mut folded = Map::new();
        fold_words(&mut folded, &strings);
        branches.retain(|branch| words(branch).is_none());
        branches.insert(0, folded.into());
    }
    node.insert("anyOf".into(), branches.into());
}

/// The branches, taken out; those of a branch that is nothing else stand in its place.
fn alternatives(node: &mut Map<String, Value>) -> Vec<Value> {
    let of = |node: &mut Map<String, Value>, keyword| match node.shift_remove(keyword) {
        Some(Value::Array(branches)) => branches,
        _ => Vec::new(),
    };
    let (mut branches, one_of) = (of(node, "anyOf"), of(node, "oneOf"));
    if branches.is_empty() {
        branches = one_of;
    } else if !one_of.is_empty() {
        let mut second = Map::from_iter([("oneOf".to_owned(), one_of.into())]);
        fold(&mut second);
        let all = node.entry("allOf").or_insert(json!([]));
        if let Value::Array(all) = all {
            all.push(second.into());
        }
    }
    let spliced = branches.into_iter().flat_map(|branch| match branch {
        Value::Object(mut only) if only.len() == 1 => match only.shift_remove("anyOf") {
            Some(Value::Array(inner)) => inner,
            Some(other) => vec![json!({"anyOf": other})],
            None => vec![only.into()],
        },
        branch => vec![branch],
    });
    spliced.collect()
}

/// The values of a branch that is nothing but strings, with its description.
pub(super) fn words(branch: &Value) -> Option<(&Vec<Value>, Option<&str>)> {
    let branch = branch.as_object()?;
    let values = branch.get("enum")?.as_array()?;
    let plain = ["type", "enum", "description"];
    let only_words = branch.keys().all(|key| plain.contains(&key.as_str()));
    let description = branch.get("description").and_then(Value::as_str);
    (only_words && values.iter().all(Value::is_string)).then_some((values, description))
}

fn fold_words(node: &mut Map<String, Value>, words: &[(&Vec<Value>, Option<&str>)]) {
    if words.is_empty() {
        return;
    }
    let mut lines = Vec::new();
    let mut all = Vec::new();
    for (values, description) in words {
        for value in *values {
            if !all.contains(value) {
                all.push(value.clone());
            }
        }
        match (description, &values[..]) {
            (Some(text), [Value::String(value)]) => lines.push(format!("- `{value}`: {text}")),
            (Some(text), _) => lines.push((*text).to_owned()),
            _ => {}
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
