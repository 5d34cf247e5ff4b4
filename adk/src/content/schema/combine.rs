//! Schemas that hold together: `allOf`, and properties beside alternatives. Serde's
//! `flatten` makes both.

use serde_json::{Map, Value, json};

use super::parts::size;
use super::root::merge_branches;
use super::variants::words;

/// More alternatives than these are joined to one object.
const MAX_PRODUCT: usize = 16;
/// And so are those that would repeat more values than these.
const MAX_REPEATED: usize = 10_000;
/// Keywords that two schemas may both have and still be joined.
const JOINED: [&str; 7] = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "anyOf",
    "description",
    "default",
];

/// Joins the parts of `allOf` to the node, if there are any; what cannot be joined stays.
pub(super) fn all_of(node: &mut Map<String, Value>) -> bool {
    let Some(Value::Array(parts)) = node.shift_remove("allOf") else {
        return false;
    };
    let mut groups = Vec::from_iter(node.shift_remove("anyOf"));
    let mut rest = Vec::new();
    for part in parts {
        match part {
            Value::Object(mut part) if joins(node, &part) => {
                groups.extend(part.shift_remove("anyOf"));
                join(node, part);
            }
            part => rest.push(part),
        }
    }
    let groups = groups.into_iter().filter_map(|group| match group {
        Value::Array(branches) => Some(branches),
        _ => None,
    });
    let groups = groups.collect();
    if let Some(branches) = product(node, groups, &mut rest) {
        node.insert("anyOf".into(), branches.into());
    }
    if !rest.is_empty() {
        node.insert("allOf".into(), rest.into());
    }
    true
}

fn joins(node: &Map<String, Value>, part: &Map<String, Value>) -> bool {
    let same_type = match (node.get("type"), part.get("type")) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    };
    let is_free = |keyword: &String| JOINED.contains(&&**keyword) || !node.contains_key(keyword);
    same_type && !part.contains_key("$ref") && part.keys().all(is_free)
}

/// One list of alternatives for all that hold together: each with each, as long as they
/// are objects and few.
fn product(
    node: &mut Map<String, Value>,
    mut groups: Vec<Vec<Value>>,
    rest: &mut Vec<Value>,
) -> Option<Vec<Value>> {
    let objects: Vec<_> = groups.iter().map(|group| tagged(group)).collect();
    if objects.iter().flatten().all(is_plain_object) && groups.len() > 1 {
        groups = objects;
    } else if groups.len() > 1 {
        rest.extend(groups.drain(1..).map(|group| json!({"anyOf": group})));
    }
    let count = groups.iter().map(Vec::len).fold(1, usize::saturating_mul);
    let values: usize = groups.iter().flatten().map(size).sum();
    let is_much = count > MAX_PRODUCT || count * values > MAX_REPEATED;
    if groups.len() > 1 && is_much {
        for group in groups.drain(..) {
            join(node, one_object(&group));
        }
    }
    let mut groups = groups.into_iter();
    let first = groups.next()?;
    Some(groups.fold(first, |branches, group| {
        let each = branches
            .iter()
            .flat_map(|one| group.iter().map(|other| both(one, other)));
        each.collect()
    }))
}

/// One object that takes what any of these does.
fn one_object(branches: &[Value]) -> Map<String, Value> {
    let mut joined = Map::new();
    merge_branches(&mut joined, &branches.iter().collect::<Vec<_>>());
    joined
}

fn both(one: &Value, other: &Value) -> Value {
    let mut both = one.clone();
    if let (Value::Object(both), Value::Object(other)) = (&mut both, other) {
        if let (Some(Value::String(text)), Some(Value::String(more))) =
            (both.get_mut("description"), other.get("description"))
        {
            *text = format!("{text}\n\n{more}");
        }
        join(both, other.clone());
    }
    both
}

/// Properties beside alternatives of objects go into each alternative, so that each can
/// be closed: `#[serde(flatten)]` of an enum makes such schemas.
pub(super) fn distribute(node: &mut Map<String, Value>) {
    let says_more = node.contains_key("properties") || node.contains_key("required");
    let mut branches = match node.get("anyOf") {
        Some(Value::Array(branches)) if says_more => tagged(branches),
        _ => return,
    };
    if !branches.iter().all(is_plain_object) {
        return;
    }
    node.shift_remove("unevaluatedProperties");
    let mut shared = Map::new();
    for keyword in ["type", "properties", "required", "additionalProperties"] {
        if let Some(value) = node.shift_remove(keyword) {
            shared.insert(keyword.into(), value);
        }
    }
    if size(&shared.clone().into()) * branches.len() > MAX_REPEATED {
        node.shift_remove("anyOf");
        node.append(&mut shared);
        return join(node, one_object(&branches));
    }
    for branch in branches.iter_mut().filter_map(Value::as_object_mut) {
        let mut both = shared.clone();
        join(&mut both, std::mem::take(branch));
        both.entry("additionalProperties").or_insert(false.into());
        required_properties(&mut both);
        *branch = both;
    }
    node.insert("anyOf".into(), branches.into());
}

/// What an object needs, it has.
pub(super) fn required_properties(node: &mut Map<String, Value>) {
    let Some(Value::Array(names)) = node.get("required").cloned() else {
        return;
    };
    if let Value::Object(properties) = node.entry("properties").or_insert(json!({})) {
        for name in names.iter().filter_map(Value::as_str) {
            properties.entry(name).or_insert(json!({}));
        }
    }
}

/// Where an object is wanted, serde takes a variant that is a plain word as the key of a
/// `null`.
fn tagged(branches: &[Value]) -> Vec<Value> {
    let tagged = branches.iter().flat_map(|branch| match words(branch) {
        Some((words, _)) => {
            let words = words.iter().filter_map(Value::as_str);
            let tagged = words.map(|word| {
                let properties = json!({word: {"type": "null"}});
                json!({"type": "object", "properties": properties, "required": [word]})
            });
            tagged.collect()
        }
        None => vec![branch.clone()],
    });
    tagged.collect()
}

/// Whether the schema says nothing but which properties an object has.
fn is_plain_object(schema: &Value) -> bool {
    let plain = |(keyword, value): (&String, &Value)| match &**keyword {
        "type" => value == "object",
        keyword => JOINED.contains(&keyword) && keyword != "anyOf",
    };
    let node = schema.as_object();
    node.is_some_and(|node| node.iter().all(plain))
}

/// Adds a schema to one that holds too. Where both say the same, `into` is right; an
/// object is as open as the more open of the two.
fn join(into: &mut Map<String, Value>, from: Map<String, Value>) {
    add_properties(into, &from);
    for (keyword, value) in from {
        let is_closed = into.get(&keyword).is_some_and(|known| known == false);
        if keyword == "additionalProperties" && is_closed {
            into.insert(keyword, value);
        } else {
            into.entry(keyword).or_insert(value);
        }
    }
}

/// Adds the properties and required names of `from` to `into`; what is said there stays.
fn add_properties(into: &mut Map<String, Value>, from: &Map<String, Value>) {
    if let Some(Value::Object(more)) = from.get("properties") {
        let properties = into.entry("properties").or_insert(json!({}));
        if let Value::Object(properties) = properties {
            for (name, schema) in more {
                let known = properties.entry(name).or_insert(json!({}));
                // What is only needed is any value, until something is said of it.
                if known.as_object().is_some_and(Map::is_empty) {
                    *known = schema.clone();
                }
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
