//! The rules of Gemini's `parameters`.

use serde_json::Value;

use super::Problem;
use super::names;
use super::walk::{self, Node};

const KNOWN: [&str; 9] = [
    "type",
    "nullable",
    "description",
    "enum",
    "format",
    "items",
    "properties",
    "required",
    "anyOf",
];
const TYPES: [&str; 6] = ["STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT"];
const FORMATS: [&str; 6] = ["date-time", "enum", "float", "double", "int32", "int64"];

/// A root without properties is left to the client, which sends no `parameters` then.
pub(super) fn check(schema: &Value) -> Vec<Problem> {
    let mut problems = walk::root(schema, "OBJECT");
    for node in walk::nodes(schema, &mut problems) {
        problems.extend(node.unknown(&KNOWN));
        problems.extend(names::gemini_properties(&node));
        problems.extend(node.undefined());
        types(&node, &mut problems);
        values(&node, &mut problems);
    }
    problems
}

fn types(node: &Node<'_>, problems: &mut Vec<Problem>) {
    let name = match (node.keywords.get("type"), node.has("anyOf")) {
        (None, true) => {
            if node.list("anyOf").is_empty() || node.keywords.len() > 1 {
                problems.push(node.problem("`anyOf` has branches, and nothing beside it"));
            }
            return;
        }
        (Some(Value::String(name)), false) if TYPES.contains(&&**name) => &**name,
        _ => {
            let rule = "a node has one `type`, in capital letters, or an `anyOf`";
            problems.push(node.problem(rule));
            return;
        }
    };
    for (keyword, of) in [
        ("items", "ARRAY"),
        ("properties", "OBJECT"),
        ("required", "OBJECT"),
        ("enum", "STRING"),
    ] {
        if node.has(keyword) && name != of {
            problems.push(node.problem(format!("only `{of}` has `{keyword}`")));
        }
    }
    if name == "ARRAY" && !node.has("items") {
        problems.push(node.problem("an array has `items`"));
    }
    if name == "OBJECT" && node.properties().next().is_none() && !node.path.is_empty() {
        problems.push(node.problem("an object has properties"));
    }
}

fn values(node: &Node<'_>, problems: &mut Vec<Problem>) {
    if node.has("enum") {
        let values = node.list("enum");
        if values.is_empty() || !values.iter().all(Value::is_string) {
            problems.push(node.problem("an `enum` lists strings"));
        }
    }
    if let Some(format) = node
        .text("format")
        .filter(|format| !FORMATS.contains(format))
    {
        problems.push(node.problem(format!("the format `{format}` is not known")));
    }
    if node
        .keywords
        .get("nullable")
        .is_some_and(|nullable| !nullable.is_boolean())
    {
        problems.push(node.problem("`nullable` is true or false"));
    }
}
