//! The rules of Gemini's `parametersJsonSchema`.

use std::collections::HashSet;

use serde_json::Value;

use super::Problem;
use super::names;
use super::walk::{self, Node};

/// The keywords that the documentation lists, and `default`, which it names for functions.
const KNOWN: [&str; 22] = [
    "$id",
    "$defs",
    "$ref",
    "$anchor",
    "type",
    "format",
    "title",
    "description",
    "default",
    "enum",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "anyOf",
    "oneOf",
    "properties",
    "additionalProperties",
    "required",
    "propertyOrdering",
];

pub(super) fn check(schema: &Value) -> Vec<Problem> {
    let mut problems = walk::root(schema, "object");
    let nodes = walk::nodes(schema, &mut problems);
    for node in &nodes {
        problems.extend(node.unknown(&KNOWN));
        problems.extend(names::gemini_properties(node));
        problems.extend(node.undefined());
        if node.has("enum") && !node.has("type") {
            problems.push(node.problem("an `enum` has a `type`"));
        }
        if node.has("$ref") {
            let beside = ["description", "default"];
            let wrong = |key: &&String| !key.starts_with('$') && !beside.contains(&&***key);
            let wrong = node.keywords.keys().filter(wrong);
            problems.extend(wrong.map(|key| node.problem(format!("`{key}` beside a `$ref`"))));
        }
        if meets_itself(schema, node) {
            problems.push(node.problem("recursion needs a property that is not required"));
        }
    }
    problems.extend(walk::dangling(schema, &nodes));
    problems
}

/// Whether a reference leads back to itself without an optional property on the way.
fn meets_itself(root: &Value, node: &Node<'_>) -> bool {
    let Some(start) = node.text("$ref") else {
        return false;
    };
    let (mut seen, mut ahead) = (HashSet::new(), vec![start]);
    while let Some(reference) = ahead.pop() {
        let mut found = Vec::new();
        if let Some(definition) = walk::resolve(root, reference) {
            needed(definition, &mut found);
        }
        for next in found {
            if next == start {
                return true;
            }
            if seen.insert(next) {
                ahead.push(next);
            }
        }
    }
    false
}

/// The references that a schema holds outside its optional properties.
fn needed<'a>(schema: &'a Value, found: &mut Vec<&'a str>) {
    let Value::Object(keywords) = schema else {
        return;
    };
    found.extend(keywords.get("$ref").and_then(Value::as_str));
    for (keyword, value) in keywords {
        match (&**keyword, value) {
            ("items" | "additionalProperties", one) => needed(one, found),
            ("anyOf" | "oneOf" | "prefixItems", Value::Array(list)) => {
                for one in list {
                    needed(one, found);
                }
            }
            ("properties", Value::Object(named)) => {
                let required = keywords.get("required").and_then(Value::as_array);
                for name in required.into_iter().flatten().filter_map(Value::as_str) {
                    if let Some(one) = named.get(name) {
                        needed(one, found);
                    }
                }
            }
            _ => {}
        }
    }
}
