//! OpenAI's strict mode: what the schema says, the model is held to. It is claimed only
//! where all that the schema says of an argument's shape has a word there.

use serde_json::{Map, Value, json};

use super::super::parts::{admits_null, has_type, put_first};
use super::{RewriteError, notes, object_root};

const KNOWN: [&str; 17] = [
    "$ref",
    "$defs",
    "type",
    "description",
    "enum",
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
];
/// What shapes a value in a way that strict mode has no word for.
const SHAPES: [&str; 8] = [
    "allOf",
    "if",
    "dependentSchemas",
    "dependentRequired",
    "patternProperties",
    "contains",
    "unevaluatedProperties",
    "unevaluatedItems",
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

const MAX_DEPTH: usize = 10;
const MAX_PROPERTIES: usize = 5_000;
const MAX_CHARACTERS: usize = 120_000;
const MAX_VALUES: usize = 1_000;
/// An `enum` with more values than these has a limit on their length.
const LONG_ENUM: usize = 250;
const MAX_LONG_ENUM: usize = 15_000;

pub(super) fn rewrite(schema: &mut Value) -> Result<(), RewriteError> {
    let mut size = Size::default();
    size.node(schema, "", 1)?;
    if size.properties > MAX_PROPERTIES {
        return Err(RewriteError::new("", "has more than 5000 properties"));
    }
    if size.characters > MAX_CHARACTERS {
        let reason = "has names and values of more than 120000 characters";
        return Err(RewriteError::new("", reason));
    }
    if size.values > MAX_VALUES {
        return Err(RewriteError::new("", "has more than 1000 values of enums"));
    }
    Ok(())
}

/// How much of the limits is used so far.
#[derive(Default)]
struct Size {
    properties: usize,
    characters: usize,
    values: usize,
}

impl Size {
    /// Rewrites a schema and all below; `depth` counts objects and arrays.
    fn node(&mut self, schema: &mut Value, path: &str, depth: usize) -> Result<(), RewriteError> {
        let fail = |reason: &str| Err(RewriteError::new(path, reason));
        let Value::Object(node) = schema else {
            return fail("is no object");
        };
        if let Some(word) = SHAPES.iter().find(|word| node.contains_key(**word)) {
            return fail(&format!("has `{word}`"));
        }
        if !["type", "anyOf", "$ref"]
            .iter()
            .any(|word| node.contains_key(*word))
        {
            return fail("takes values of any type");
        }
        let is_nested = node.contains_key("properties") || node.contains_key("items");
        if depth > MAX_DEPTH && (is_nested || node.contains_key("prefixItems")) {
            return fail("is nested more than 10 levels deep");
        }
        tuple(node, path)?;
        close(node, path)?;
        tidy(node);
        self.count_enum(node, path)?;
        self.children(node, path, depth)
    }

    fn children(
        &mut self,
        node: &mut Map<String, Value>,
        path: &str,
        depth: usize,
    ) -> Result<(), RewriteError> {
        for (keyword, value) in node {
            let at = format!("{path}/{keyword}");
            match value {
                Value::Object(named) if keyword == "properties" || keyword == "$defs" => {
                    let depth = if keyword == "$defs" { 1 } else { depth + 1 };
                    for (name, child) in named {
                        self.properties += usize::from(keyword == "properties");
                        self.characters += name.chars().count();
                        self.node(child, &format!("{at}/{}", escaped(name)), depth)?;
                    }
                }
                Value::Array(branches) if keyword == "anyOf" => {
                    for (index, child) in branches.iter_mut().enumerate() {
                        self.node(child, &format!("{at}/{index}"), depth)?;
                    }
                }
                child if keyword == "items" => self.node(child, &at, depth + 1)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn count_enum(&mut self, node: &Map<String, Value>, path: &str) -> Result<(), RewriteError> {
        let Some(Value::Array(values)) = node.get("enum") else {
            return Ok(());
        };
        let length = |value: &Value| match value {
            Value::String(word) => word.chars().count(),
            other => other.to_string().len(),
        };
        let characters: usize = values.iter().map(length).sum();
        if values.len() > LONG_ENUM && characters > MAX_LONG_ENUM {
            let reason = "has an enum of more than 15000 characters";
            return Err(RewriteError::new(path, reason));
        }
        self.values += values.len();
        self.characters += characters;
        Ok(())
    }
}

/// A tuple of one type is an array of a fixed length.
fn tuple(node: &mut Map<String, Value>, path: &str) -> Result<(), RewriteError> {
    let Some(Value::Array(first)) = node.shift_remove("prefixItems") else {
        return Ok(());
    };
    let all: Vec<Value> = first
        .into_iter()
        .chain(node.shift_remove("items"))
        .collect();
    let items = object_root::any_of(&all);
    if items.get("anyOf").is_some() && all.len() > 1 {
        let reason = "is a tuple of several types";
        return Err(RewriteError::new(path, reason));
    }
    node.insert("items".into(), items);
    Ok(())
}

/// Every object lists all its keys and needs all of them; the optional ones take `null`.
fn close(node: &mut Map<String, Value>, path: &str) -> Result<(), RewriteError> {
    let takes_others = |others: &Value| *others != false;
    if !has_type(node, "object") && !node.get("additionalProperties").is_some_and(takes_others) {
        return Ok(());
    }
    let required = node.shift_remove("required");
    let is_closed = node.get("additionalProperties") == Some(&Value::Bool(false));
    let Some(Value::Object(properties)) = node.get_mut("properties").filter(|_| is_closed) else {
        let reason = "takes keys that it does not list";
        return Err(RewriteError::new(path, reason));
    };
    let required = required.as_ref().and_then(Value::as_array);
    let required = required.map_or(&[][..], Vec::as_slice);
    let mut names: Vec<Value> = Vec::new();
    for (name, property) in properties {
        if !required.iter().any(|needed| needed == name) {
            add_null(property);
        }
        names.push(name.as_str().into());
    }
    node.insert("required".into(), names.into());
    Ok(())
}

/// What may be left out takes `null` instead.
fn add_null(schema: &mut Value) {
    let admits_null = admits_null(schema);
    let Value::Object(node) = schema else {
        return;
    };
    if admits_null {
        return;
    }
    if let Some(Value::Array(branches)) = node.get_mut("anyOf") {
        return branches.push(json!({"type": "null"}));
    }
    match node.get_mut("type") {
        Some(Value::Array(names)) => names.push("null".into()),
        Some(Value::String(name)) if name != "object" && name != "array" => {
            let names = json!([name, "null"]);
            node.insert("type".into(), names);
        }
        _ => {
            let mut value = std::mem::take(node);
            node.extend(value.shift_remove_entry("description"));
            node.insert("anyOf".into(), json!([value, {"type": "null"}]));
        }
    }
    if let Some(Value::Array(values)) = node.get_mut("enum") {
        values.push(Value::Null);
    }
}

/// Known keywords only, and none beside a reference.
fn tidy(node: &mut Map<String, Value>) {
    notes::keep_only(node, &KNOWN, &FORMATS);
    if node.len() > 1
        && let Some(reference) = node.shift_remove("$ref")
    {
        node.insert("anyOf".into(), json!([{"$ref": reference}]));
    }
    put_first(node, &["type", "description"]);
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
