//! The rules of OpenAI's strict mode.

use serde_json::Value;

use super::Problem;
use super::walk::{self, Node};

const KNOWN: [&str; 19] = [
    "$defs",
    "$ref",
    "type",
    "description",
    "enum",
    "const",
    "format",
    "anyOf",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
];
const FORMATS: [&str; 9] = [
    "date-time",
    "time",
    "date",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uuid",
];

pub(super) fn check(schema: &Value) -> Vec<Problem> {
    let mut problems = walk::root(schema, "object");
    let nodes = walk::nodes(schema, &mut problems);
    for node in &nodes {
        problems.extend(node.unknown(&KNOWN));
        problems.extend(node.undefined());
        shape(node, &mut problems);
        if let Some(format) = node
            .text("format")
            .filter(|format| !FORMATS.contains(format))
        {
            problems.push(node.problem(format!("the format `{format}` is not known")));
        }
    }
    problems.extend(walk::dangling(schema, &nodes));
    limits(schema, &nodes, &mut problems);
    problems
}

fn shape(node: &Node<'_>, problems: &mut Vec<Problem>) {
    if node.has("$ref") && node.keywords.len() > 1 {
        problems.push(node.problem("nothing stands beside a `$ref`"));
    }
    if !["type", "anyOf", "$ref"]
        .into_iter()
        .any(|word| node.has(word))
    {
        problems.push(node.problem("a node has a `type`, an `anyOf` or a `$ref`"));
    }
    if node.is_of("array") && !node.has("items") {
        problems.push(node.problem("an array has `items`"));
    }
    if !node.is_of("object") {
        return;
    }
    if node.keywords.get("additionalProperties") != Some(&Value::Bool(false)) {
        problems.push(node.problem("an object has `additionalProperties: false`"));
    }
    let required = node.list("required");
    for (name, _) in node.properties() {
        if !required.iter().any(|needed| needed == name) {
            problems.push(node.problem(format!("`{name}` is not required")));
        }
    }
}

fn limits(schema: &Value, nodes: &[Node<'_>], problems: &mut Vec<Problem>) {
    let length = |value: &Value| match value.as_str() {
        Some(text) => text.chars().count(),
        None => value.to_string().len(),
    };
    let (mut properties, mut values, mut characters) = (0, 0, 0);
    for node in nodes {
        properties += node.properties().count();
        characters += node
            .properties()
            .map(|(name, _)| name.chars().count())
            .sum::<usize>();
        let listed = node.list("enum");
        let listed_characters: usize = listed.iter().map(length).sum();
        if listed.len() > 250 && listed_characters > 15_000 {
            problems.push(node.problem("a long `enum` has at most 15000 characters"));
        }
        values += listed.len();
        characters += listed_characters;
    }
    let definitions = schema.get("$defs").and_then(Value::as_object);
    characters += definitions
        .into_iter()
        .flat_map(|definitions| definitions.keys())
        .map(|name| name.chars().count())
        .sum::<usize>();
    for (found, most, what) in [
        (properties, 5_000, "properties"),
        (values, 1_000, "values of enums"),
        (characters, 120_000, "characters of names and values"),
        (depth(schema), 10, "levels"),
    ] {
        if found > most {
            problems.push(Problem::new("", format!("{found} {what}, {most} at most")));
        }
    }
}

/// How many objects and arrays stand one inside the other.
fn depth(schema: &Value) -> usize {
    let each = |keyword: &str| -> usize {
        match schema.get(keyword) {
            Some(Value::Array(list)) => list.iter().map(depth).max(),
            Some(Value::Object(named)) => named.values().map(depth).max(),
            _ => None,
        }
        .unwrap_or_default()
    };
    let items = schema.get("items").map(depth);
    let is_level = items.is_some() || schema.get("properties").is_some();
    let below = items.unwrap_or_default().max(each("properties"));
    (usize::from(is_level) + below)
        .max(each("anyOf"))
        .max(each("$defs"))
}
