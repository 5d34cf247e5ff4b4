//! Alternatives: Rust enums, in a form that most vendors take.

use serde_json::{Map, Value, json};

/// Brings alternatives to one `anyOf`; its branches of plain strings become one `enum`.
pub(super) fn fold(node: &mut Map<String, Value>) {
    let branches = alternatives(node).into_iter();
    let (strings, mut others): (Vec<Value>, Vec<Value>) =
        branches.partition(|branch| words(branch).is_some());
    let all: Vec<_> = strings.iter().filter_map(words).collect();
    if others.is_empty() && !all.is_empty() {
        return fold_words(node, &all);
    }
    if all.len() > 1 {
        let mut folded = Map::new();
        fold_words(&mut folded, &all);
        others.insert(0, folded.into());
    } else {
        others.splice(0..0, strings);
    }
    if !others.is_empty() {
        node.insert("anyOf".into(), others.into());
    }
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
