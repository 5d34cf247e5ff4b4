//! Mends arguments where what was meant is plain: `"5"` for 5, the JSON text of an object
//! for the object, `null` for what may be left out.

use serde_json::{Map, Number, Value};

use super::check::{Budget, fits, has_type, may_be};
use super::tags::tag;
use crate::content::resolve_schema;

/// Deeper values stay as they are.
const MAX_DEPTH: usize = 64;

/// Mends all arguments of a call in place.
pub(super) fn arguments(schema: &Value, arguments: &mut Value) {
    if arguments.is_null() {
        *arguments = Map::new().into();
    }
    value(schema, schema, arguments);
}

/// Mends one value in place.
pub(super) fn value(root: &Value, schema: &Value, value: &mut Value) {
    let budget = Budget::new();
    Mend { root, budget }.value(schema, value, 0);
}

struct Mend<'a> {
    root: &'a Value,
    budget: Budget,
}

impl Mend<'_> {
    fn value(&self, schema: &Value, value: &mut Value, depth: usize) {
        let schema = resolve_schema(schema, self.root);
        if depth > MAX_DEPTH || !self.budget.allows_one() {
            return;
        }
        if let Some(branches) = schema.get("anyOf").and_then(Value::as_array) {
            self.any_of(branches, value, depth);
        }
        if !has_type(schema, value)
            && let Some(name) = schema.get("type").and_then(Value::as_str)
            && let Some(mended) = convert(name, value)
        {
            *value = mended;
        }
        if let (Some(Value::Array(values)), Value::String(text)) = (schema.get("enum"), &mut *value)
        {
            mend_case(values, text);
        }
        match value {
            Value::Object(fields) => self.fields(schema, fields, depth),
            Value::Array(items) => {
                let first = schema.get("prefixItems").and_then(Value::as_array);
                let first = first.map_or(&[][..], Vec::as_slice);
                for (index, item) in items.iter_mut().enumerate() {
                    if let Some(schema) = first.get(index).or_else(|| schema.get("items")) {
                        self.value(schema, item, depth + 1);
                    }
                }
            }
            _ => {}
        }
    }

    /// Takes the one branch that the value can be mended for, if there is just one.
    fn any_of(&self, branches: &[Value], value: &mut Value, depth: usize) {
        if let Some((name, known)) = tag(self.root, branches)
            && let Some(Value::String(text)) = value.get_mut(name)
        {
            mend_case(&known, text);
        }
        let fits = |branch: &&Value, value: &Value| fits(self.root, branch, value, &self.budget);
        if branches.iter().any(|branch| fits(&branch, value)) {
            return;
        }
        let candidates = branches
            .iter()
            .filter(|branch| may_be(self.root, branch, value));
        let candidates: Vec<_> = candidates.collect();
        let mut mended = candidates.iter().filter_map(|branch| {
            let mut trial = value.clone();
            self.value(branch, &mut trial, depth + 1);
            fits(branch, &trial).then_some(trial)
        });
        if let (Some(only), None) = (mended.next(), mended.next()) {
            *value = only;
        }
    }

    fn fields(&self, schema: &Value, fields: &mut Map<String, Value>, depth: usize) {
        let none = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object);
        let properties = properties.unwrap_or(&none);
        let others = schema.get("additionalProperties");
        let required = schema.get("required").and_then(Value::as_array);
        let optional = |name: &str| {
            required.is_none_or(|required| !required.iter().any(|required| required == name))
        };
        fields.retain(|name, value| {
            let known = properties.get(name);
            let left_out = value.is_null() && optional(name);
            !left_out || known.is_none_or(|property| has_null(resolve_schema(property, self.root)))
        });
        for (name, value) in fields {
            if let Some(property) = properties.get(name).or(others) {
                self.value(property, value, depth + 1);
            }
        }
    }
}

/// Whether `null` is a value of its own here, and not one that was left out.
fn has_null(property: &Value) -> bool {
    let any = property.get("type").is_none() && property.get("anyOf").is_none();
    any || crate::content::admits_null(property)
}

fn convert(name: &str, value: &Value) -> Option<Value> {
    match (name, value) {
        ("integer", Value::String(text)) => integer(&text.trim().parse().ok()?),
        ("number", Value::String(text)) => text.trim().parse().ok().map(Value::Number),
        ("integer", Value::Number(number)) => integer(number),
        ("boolean", Value::String(text)) => {
            text.trim().to_lowercase().parse().ok().map(Value::Bool)
        }
        ("string", Value::Number(number)) => Some(number.to_string().into()),
        ("string", Value::Bool(flag)) => Some(flag.to_string().into()),
        ("object", Value::String(text)) => parsed(text).filter(Value::is_object),
        ("array", Value::String(text)) => parsed(text).filter(Value::is_array),
        _ => None,
    }
}

fn parsed(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

/// `5.0` is 5; `5.5` is no integer.
fn integer(number: &Number) -> Option<Value> {
    if number.is_i64() || number.is_u64() {
        return Some(Value::Number(number.clone()));
    }
    let text = format!(
        "{:.0}",
        number.as_f64().filter(|float| float.fract() == 0.0)?
    );
    text.parse().ok().map(Value::Number)
}

fn mend_case(values: &[Value], text: &mut String) {
    let is_same = |value: &Value| value.as_str() == Some(text);
    if values.iter().any(is_same) {
        return;
    }
    let meant = text.trim().to_lowercase();
    let mut found = values.iter().filter_map(Value::as_str);
    let mut found = found.by_ref().filter(|value| value.to_lowercase() == meant);
    if let (Some(only), None) = (found.next(), found.next()) {
        only.clone_into(text);
    }
}
