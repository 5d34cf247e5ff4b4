//! Where a schema holds schemas, and small questions about one.

use serde_json::{Map, Value};

/// Keywords whose value is one schema.
const ONE: [&str; 11] = [
    "items",
    "additionalProperties",
    "contains",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
    "not",
    "if",
    "then",
    "else",
    "contentSchema",
];
/// Keywords whose value is a list of schemas.
const LIST: [&str; 4] = ["anyOf", "oneOf", "allOf", "prefixItems"];
/// Keywords whose value maps names to schemas.
const NAMED: [&str; 5] = [
    "properties",
    "patternProperties",
    "$defs",
    "definitions",
    "dependentSchemas",
];

/// Keywords whose value is a plain `true` or `false` where it only opens or closes.
const OPEN: [&str; 3] = [
    "additionalProperties",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Calls `visit` on every schema directly below `node`; never on names, `enum`, `const`,
/// `default` or `examples`, which are data, nor on a plain `additionalProperties: false`.
pub(super) fn for_each_child(node: &mut Map<String, Value>, visit: &mut dyn FnMut(&mut Value)) {
    for (keyword, value) in node.iter_mut() {
        let keyword = keyword.as_str();
        match value {
            one if ONE.contains(&keyword) && is_schema(keyword, one) => visit(one),
            Value::Array(list) if LIST.contains(&keyword) => list.iter_mut().for_each(&mut *visit),
            Value::Object(named) if NAMED.contains(&keyword) => {
                named.values_mut().for_each(&mut *visit);
            }
            _ => {}
        }
    }
}

fn is_schema(keyword: &str, value: &Value) -> bool {
    value.is_object() || (value.is_boolean() && !OPEN.contains(&keyword))
}

/// Calls `look` on every schema directly below `node`, as [`for_each_child`] does.
pub(super) fn look_at_children<'a>(
    node: &'a Map<String, Value>,
    look: &mut dyn FnMut(&'a str, &'a Value),
) {
    for (keyword, value) in node {
        let keyword = keyword.as_str();
        match value {
            one if ONE.contains(&keyword) && is_schema(keyword, one) => look(keyword, one),
            Value::Array(list) if LIST.contains(&keyword) => {
                for schema in list {
                    look(keyword, schema);
                }
            }
            Value::Object(named) if NAMED.contains(&keyword) => {
                for schema in named.values() {
                    look(keyword, schema);
                }
            }
            _ => {}
        }
    }
}

/// Keywords that say something of one type alone.
const OF_TYPE: [(&[&str], &[&str]); 4] = [
    (
        &["string"],
        &["minLength", "maxLength", "pattern", "format"],
    ),
    (
        &["integer", "number"],
        &[
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
        ],
    ),
    (
        &["array"],
        &[
            "items",
            "prefixItems",
            "minItems",
            "maxItems",
            "uniqueItems",
            "contains",
        ],
    ),
    (
        &["object"],
        &[
            "properties",
            "required",
            "additionalProperties",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
        ],
    ),
];

/// Takes out what is said of types that the node does not take.
pub(super) fn remove_idle(node: &mut Map<String, Value>) {
    if !node.contains_key("type") {
        return;
    }
    for (names, keywords) in OF_TYPE {
        if !names.iter().any(|name| has_type(node, name)) {
            node.retain(|keyword, _| !keywords.contains(&&**keyword));
        }
    }
}

/// Lets `edit` change `schema` and then everything below it.
pub(super) fn edit_all(schema: &mut Value, edit: &mut dyn FnMut(&mut Map<String, Value>)) {
    if let Value::Object(node) = schema {
        edit(node);
        for_each_child(node, &mut |child| edit_all(child, edit));
    }
}

/// How many values a value holds, itself among them.
pub(super) fn size(value: &Value) -> usize {
    let below: usize = match value {
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(fields) => fields.values().map(size).sum(),
        _ => 0,
    };
    below + 1
}

/// Whether `name` is among the types that the node names.
pub(super) fn has_type(node: &Map<String, Value>, name: &str) -> bool {
    match node.get("type") {
        Some(Value::Array(names)) => names.iter().any(|other| other == name),
        other => other.is_some_and(|other| other == name),
    }
}

/// The schema behind a `$ref` into the root's `$defs`, or the schema itself.
pub(crate) fn resolve<'a>(schema: &'a Value, root: &'a Value) -> &'a Value {
    schema
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|target| root.pointer(target.strip_prefix('#')?))
        .unwrap_or(schema)
}

/// Whether `null` is named among what the schema takes, as it is for an `Option`.
pub(crate) fn admits_null(schema: &Value) -> bool {
    let is_null = |name: &Value| name == "null";
    match schema.get("type") {
        Some(Value::Array(names)) => return names.iter().any(is_null),
        Some(name) => return is_null(name),
        None => {}
    }
    let branches = schema.get("anyOf").and_then(Value::as_array);
    branches.is_some_and(|branches| branches.iter().any(admits_null))
}

/// Takes `null` out of what the schema takes.
pub(super) fn remove_null(schema: &mut Value) {
    let Some(node) = schema.as_object_mut() else {
        return;
    };
    if let Some(Value::Array(names)) = node.get_mut("type") {
        names.retain(|name| name != "null");
        if let [only] = &mut names[..] {
            let only = only.take();
            node.insert("type".into(), only);
        }
    }
    if let Some(Value::Array(values)) = node.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if let Some(Value::Array(branches)) = node.get_mut("anyOf") {
        branches.retain(|branch| branch.get("type").is_none_or(|name| name != "null"));
        branches.iter_mut().for_each(remove_null);
        if branches.is_empty() {
            node.shift_remove("anyOf");
        }
    }
    if node.get("default").is_some_and(Value::is_null) {
        node.shift_remove("default");
    }
    unwrap_single(node);
}

/// Puts the only branch of an `anyOf` in its place; the outer words win.
pub(super) fn unwrap_single(node: &mut Map<String, Value>) {
    let single = match node.get_mut("anyOf") {
        Some(Value::Array(branches)) if branches.len() == 1 => branches.pop(),
        _ => None,
    };
    let Some(Value::Object(branch)) = single else {
        return;
    };
    node.shift_remove("anyOf");
    for (keyword, value) in branch {
        node.entry(keyword).or_insert(value);
    }
}

/// Puts these keywords before all others, in this order.
pub(super) fn put_first(node: &mut Map<String, Value>, keywords: &[&str]) {
    let mut ordered = Map::new();
    for keyword in keywords {
        ordered.extend(node.shift_remove_entry(*keyword));
    }
    ordered.append(node);
    *node = ordered;
}
