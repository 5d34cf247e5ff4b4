//! The root of a function's arguments or answer: a plain object, as all vendors want it.

use serde_json::{Map, Value, json};

use super::parts::{put_first, resolve};

/// How many references and alternatives a question about the root follows.
const MAX_DEPTH: usize = 16;

/// Whether every value of the schema is an object.
pub(super) fn is_object(root: &Value) -> bool {
    all(root, root, MAX_DEPTH, &|name| name == "object")
}

/// Whether no value of the schema is an object.
pub(super) fn is_never_object(root: &Value) -> bool {
    all(root, root, MAX_DEPTH, &|name| match name {
        Value::Array(names) => !names.iter().any(|name| name == "object"),
        name => name != "object",
    })
}

/// Whether each alternative has a type that `fits`.
fn all(schema: &Value, root: &Value, depth: usize, fits: &dyn Fn(&Value) -> bool) -> bool {
    let schema = resolve(schema, root);
    match (schema.get("type"), schema.get("anyOf")) {
        (Some(name), _) => fits(name),
        (None, Some(Value::Array(branches))) if depth > 0 => branches
            .iter()
            .all(|branch| all(branch, root, depth - 1, fits)),
        _ => false,
    }
}

/// Makes the root a plain object. Of alternatives it keeps every property, and as
/// required those that all of them require: vendors refuse alternatives at the root, and
/// decoding checks the rest.
pub(super) fn merge_root(root: &mut Value) {
    let whole = root.clone();
    let target = resolve(&whole, &whole).clone();
    let Value::Object(mut node) = target else {
        return;
    };
    if let Some(definitions) = whole.get("$defs") {
        node.insert("$defs".into(), definitions.clone());
    }
    if !node.contains_key("type") && !node.contains_key("anyOf") {
        // Any value may be an object of any keys.
        node.insert("additionalProperties".into(), true.into());
    }
    if let Some(Value::Array(branches)) = node.shift_remove("anyOf") {
        let branches = branches.iter().map(|branch| resolve(branch, &whole));
        merge_branches(&mut node, &branches.collect::<Vec<_>>());
    }
    *root = Value::Object(in_order(node));
}

/// Adds every property of the branches, and as required those that all require.
pub(super) fn merge_branches(node: &mut Map<String, Value>, branches: &[&Value]) {
    let mut properties = Map::new();
    for branch in branches {
        for (name, schema) in branch
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            match properties.get_mut(name) {
                Some(known) => merge_property(known, schema),
                None => {
                    properties.insert(name.clone(), schema.clone());
                }
            }
        }
    }
    let needs = |branch: &Value, name: &str| {
        let names = branch.get("required").and_then(Value::as_array);
        names.is_some_and(|names| names.iter().any(|needed| needed == name))
    };
    let required: Vec<Value> = properties
        .keys()
        .filter(|name| branches.iter().all(|branch| needs(branch, name)))
        .map(|name| name.as_str().into())
        .collect();
    let is_open = |branch: &&Value| {
        let others = branch.get("additionalProperties");
        others.is_some_and(|others| *others != false)
    };
    if branches.iter().any(is_open) {
        node.insert("additionalProperties".into(), true.into());
    }
    node.insert("properties".into(), properties.into());
    node.insert("required".into(), required.into());
}

/// One property of two alternatives: tags are gathered in one `enum`, schemas that differ
/// stand side by side.
fn merge_property(known: &mut Value, other: &Value) {
    if known == other {
        return;
    }
    if let (Some(Value::Array(values)), Some(Value::Array(more))) =
        (known.get_mut("enum"), other.get("enum"))
    {
        let new: Vec<_> = more
            .iter()
            .filter(|value| !values.contains(value))
            .cloned()
            .collect();
        values.extend(new);
        return;
    }
    match known.get_mut("anyOf") {
        Some(Value::Array(branches)) if !branches.contains(other) => branches.push(other.clone()),
        Some(_) => {}
        None => *known = json!({"anyOf": [known.take(), other]}),
    }
}

/// A plain object's keywords, all there and in the order that readers expect.
fn in_order(mut node: Map<String, Value>) -> Map<String, Value> {
    node.insert("type".into(), "object".into());
    for (keyword, default) in [
        ("properties", json!({})),
        ("required", json!([])),
        ("additionalProperties", false.into()),
    ] {
        node.entry(keyword).or_insert(default);
    }
    let order = [
        "type",
        "description",
        "properties",
        "required",
        "additionalProperties",
    ];
    put_first(&mut node, &order);
    node
}
