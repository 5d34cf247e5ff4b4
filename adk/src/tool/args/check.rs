//! What is wrong with a value, by its schema: all of it, each with its path.
//!
//! Only the schemas of this crate are checked, on the way to an error's text; that the
//! arguments are right is said by their types.

use serde_json::{Map, Value};

use super::words::{self, closest};
use crate::content::resolve_schema;

/// Deeper values are left to the types.
const MAX_DEPTH: usize = 64;

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fault {
    /// Where, such as `order.items[2].count`; empty for the arguments as a whole.
    pub(super) path: String,
    pub(super) text: String,
}

impl Fault {
    pub(super) fn new(path: &str, text: String) -> Self {
        Self {
            path: path.to_owned(),
            text,
        }
    }

    /// The parameter that the path starts with.
    pub(super) fn root(&self) -> &str {
        self.path.split(['.', '[']).next().unwrap_or_default()
    }
}

/// What is wrong with the arguments.
pub(super) fn faults(schema: &Value, arguments: &Value) -> Vec<Fault> {
    Check::run(schema, "", schema, arguments)
}

/// What is wrong with one value under rules that refer to nothing.
pub(super) fn faults_at(path: &str, rules: &Value, value: &Value) -> Vec<Fault> {
    Check::run(rules, path, rules, value)
}

/// Whether nothing is wrong.
pub(super) fn fits(root: &Value, schema: &Value, value: &Value) -> bool {
    Check::run(root, "", schema, value).is_empty()
}

struct Check<'a> {
    root: &'a Value,
    faults: Vec<Fault>,
    depth: usize,
}

impl<'a> Check<'a> {
    fn run(root: &'a Value, path: &str, schema: &Value, value: &Value) -> Vec<Fault> {
        let mut check = Self {
            root,
            faults: Vec::new(),
            depth: 0,
        };
        check.value(path, schema, value);
        check.faults
    }

    fn value(&mut self, path: &str, schema: &Value, value: &Value) {
        let schema = resolve_schema(schema, self.root);
        if self.depth > MAX_DEPTH {
            return;
        }
        self.depth += 1;
        if !self.own_words(path, schema, value) {
            match value {
                Value::Object(fields) => self.object(path, schema, fields),
                Value::Array(items) => self.array(path, schema, items),
                _ => {}
            }
        }
        self.depth -= 1;
    }

    /// The keywords about the value itself; true when one is broken.
    fn own_words(&mut self, path: &str, schema: &Value, value: &Value) -> bool {
        let broken = !has_type(schema, value)
            || !in_enum(schema, value)
            || !in_bounds(schema, value)
            || !self.any_of(schema, value);
        if broken {
            let (expected, came) = (words::expected(schema, self.root), words::shown(value));
            let text = format!("expected {expected}, got {came}");
            self.faults.push(Fault::new(path, text));
        }
        broken
    }

    fn any_of(&self, schema: &Value, value: &Value) -> bool {
        let branches = schema.get("anyOf").and_then(Value::as_array);
        // Behind a reference the depth is not known: one look is enough there.
        self.depth > MAX_DEPTH / 4
            || branches
                .is_none_or(|branches| branches.iter().any(|branch| fits(self.root, branch, value)))
    }

    fn object(&mut self, path: &str, schema: &Value, fields: &Map<String, Value>) {
        let none = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object);
        let properties = properties.unwrap_or(&none);
        for (name, value) in fields {
            let at = join(path, name);
            match (properties.get(name), schema.get("additionalProperties")) {
                (Some(property), _) => self.value(&at, property, value),
                (None, Some(Value::Bool(false))) => {
                    let text = match closest(name, properties.keys()) {
                        Some(known) => format!("unknown; did you mean `{known}`?"),
                        None => "unknown".to_owned(),
                    };
                    self.faults.push(Fault::new(&at, text));
                }
                (None, Some(others)) => self.value(&at, others, value),
                (None, None) => {}
            }
        }
        let required = schema.get("required").and_then(Value::as_array);
        let required = required.into_iter().flatten().filter_map(Value::as_str);
        for name in required.filter(|name| !fields.contains_key(*name)) {
            let expected = properties
                .get(name)
                .map(|property| words::expected(property, self.root));
            let text = format!(
                "missing; expected {}",
                expected.as_deref().unwrap_or("a value")
            );
            self.faults.push(Fault::new(&join(path, name), text));
        }
    }

    fn array(&mut self, path: &str, schema: &Value, items: &[Value]) {
        let first = schema.get("prefixItems").and_then(Value::as_array);
        let first = first.map_or(&[][..], Vec::as_slice);
        for (index, item) in items.iter().enumerate() {
            if let Some(schema) = first.get(index).or_else(|| schema.get("items")) {
                self.value(&format!("{path}[{index}]"), schema, item);
            }
        }
    }
}

fn join(path: &str, name: &str) -> String {
    match path {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    }
}

/// Whether the value is of a type that the schema names.
pub(super) fn has_type(schema: &Value, value: &Value) -> bool {
    match schema.get("type") {
        Some(Value::String(name)) => is_a(name, value),
        Some(Value::Array(names)) => {
            let names = names.iter().filter_map(Value::as_str);
            names.clone().count() == 0 || names.clone().any(|name| is_a(name, value))
        }
        _ => true,
    }
}

fn is_a(name: &str, value: &Value) -> bool {
    match name {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "array" => value.is_array(),
        "null" => value.is_null(),
        _ => true,
    }
}

fn in_enum(schema: &Value, value: &Value) -> bool {
    let values = schema.get("enum").and_then(Value::as_array);
    values.is_none_or(|values| values.contains(value))
}

fn in_bounds(schema: &Value, value: &Value) -> bool {
    let bound = |keyword: &str| schema.get(keyword).and_then(Value::as_f64);
    let length = |length: usize, least: &str, most: &str| {
        let count = |keyword: &str| schema.get(keyword).and_then(Value::as_u64);
        let length = u64::try_from(length).unwrap_or(u64::MAX);
        count(least).is_none_or(|least| length >= least)
            && count(most).is_none_or(|most| length <= most)
    };
    match value {
        Value::Number(number) => {
            let number = number.as_f64().unwrap_or_default();
            bound("minimum").is_none_or(|least| number >= least)
                && bound("maximum").is_none_or(|most| number <= most)
                && bound("exclusiveMinimum").is_none_or(|least| number > least)
                && bound("exclusiveMaximum").is_none_or(|most| number < most)
        }
        Value::String(text) => length(text.chars().count(), "minLength", "maxLength"),
        Value::Array(items) => length(items.len(), "minItems", "maxItems"),
        _ => true,
    }
}
