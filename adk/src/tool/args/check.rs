//! What is wrong with a value, by its schema: all of it, each with its path.
//!
//! Only the schemas of this crate are checked, on the way to an error's text; that the
//! arguments are right is said by their types.

use std::cell::Cell;

use serde_json::{Map, Value};

use super::tags::tag;
use super::words::{self, closest};
use crate::content::resolve_schema;

/// Deeper values are left to the types.
const MAX_DEPTH: usize = 128;
/// The most values that are looked at for one call: alternatives within alternatives
/// multiply.
const MAX_LOOKS: usize = 20_000;

/// How many more values may be looked at.
#[derive(Debug)]
pub(super) struct Budget(Cell<usize>);

impl Budget {
    pub(super) fn new() -> Self {
        Self(Cell::new(MAX_LOOKS))
    }

    /// Whether one more may be; counts it.
    pub(super) fn allows_one(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left > 0
    }
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fault {
    /// Where, such as `order.items[2].count`; empty for the arguments as a whole.
    pub(super) path: String,
    pub(super) text: String,
    pub(super) of: Of,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Of {
    /// The name, which the schema does not know.
    Name(Box<str>),
    /// The value, which is outside of its bounds, and else right.
    Bound,
    /// The value.
    Value,
}

impl Fault {
    pub(super) fn new(path: &str, text: String) -> Self {
        Self {
            path: path.to_owned(),
            text,
            of: Of::Value,
        }
    }

    /// The name, if it is one that the schema does not know.
    pub(super) fn unknown(&self) -> Option<&str> {
        match &self.of {
            Of::Name(name) => Some(name),
            Of::Bound | Of::Value => None,
        }
    }

    /// The parameter that the path starts with.
    pub(super) fn root(&self) -> &str {
        self.path.split(['.', '[']).next().unwrap_or_default()
    }
}

/// How many unknown names are compared with the known ones; a search is not for free.
const SEARCHED_NAMES: usize = 20;

/// What is wrong with the arguments.
pub(super) fn faults(schema: &Value, arguments: &Value) -> Vec<Fault> {
    faults_at("", schema, arguments)
}

/// What is wrong with one value that stands at `path`.
pub(super) fn faults_at(path: &str, schema: &Value, value: &Value) -> Vec<Fault> {
    let budget = Budget::new();
    let mut check = Check::new(schema, &budget, false);
    check.value(path, schema, value);
    check.faults
}

/// What is wrong with a model's answer that stands at `path`. A key that the schema does not
/// know is no fault by itself, and a `null` is as good as leaving out what may be left out.
pub(super) fn answer_faults(path: &str, schema: &Value, answer: &Value) -> Vec<Fault> {
    let budget = Budget::new();
    let mut check = Check::new(schema, &budget, false);
    check.lenient = true;
    check.value(path, schema, answer);
    if check.faults.iter().all(|fault| fault.unknown().is_some()) {
        return Vec::new();
    }
    check.faults
}

/// Whether nothing is wrong, as far as the budget reaches.
pub(super) fn fits(root: &Value, schema: &Value, value: &Value, budget: &Budget) -> bool {
    let mut check = Check::new(root, budget, true);
    check.value("", schema, value);
    check.faults.is_empty()
}

/// Whether the value may be meant for this alternative: no tag says otherwise.
pub(super) fn may_be(root: &Value, branch: &Value, value: &Value) -> bool {
    let properties = resolve_schema(branch, root).get("properties");
    let (Some(Value::Object(properties)), Value::Object(fields)) = (properties, value) else {
        return true;
    };
    let contradicts = |(name, property): (&String, &Value)| {
        let value = fields.get(name);
        value.is_some_and(Value::is_string) && !value.is_none_or(|value| in_enum(property, value))
    };
    !properties.iter().any(contradicts)
}

struct Check<'a> {
    root: &'a Value,
    budget: &'a Budget,
    faults: Vec<Fault>,
    depth: usize,
    /// Only whether there are faults is of interest.
    quiet: bool,
    /// Unknown keys and the `null` of what may be left out pass.
    lenient: bool,
}

impl<'a> Check<'a> {
    fn new(root: &'a Value, budget: &'a Budget, quiet: bool) -> Self {
        Self {
            root,
            budget,
            faults: Vec::new(),
            depth: 0,
            quiet,
            lenient: false,
        }
    }

    fn value(&mut self, path: &str, schema: &Value, value: &Value) {
        let schema = resolve_schema(schema, self.root);
        let is_enough = self.quiet && !self.faults.is_empty();
        if is_enough || self.depth > MAX_DEPTH || !self.budget.allows_one() {
            return;
        }
        self.depth += 1;
        if !has_type(schema, value) || !in_enum(schema, value) {
            self.unexpected(path, schema, value);
        } else if !in_bounds(schema, value) {
            self.unexpected(path, schema, value);
            if let Some(fault) = self.faults.last_mut() {
                fault.of = Of::Bound;
            }
        } else if let Some(branches) = schema.get("anyOf").and_then(Value::as_array) {
            self.any_of(path, schema, branches, value);
        }
        match value {
            Value::Object(fields) => self.object(path, schema, fields),
            Value::Array(items) => self.array(path, schema, items),
            _ => {}
        }
        self.depth -= 1;
    }

    fn unexpected(&mut self, path: &str, schema: &Value, value: &Value) {
        let root = self.root;
        self.fault(path, || {
            let (expected, came) = (words::expected(schema, root), words::shown(value));
            format!("expected {expected}, got {came}")
        });
    }

    fn fault(&mut self, path: &str, text: impl FnOnce() -> String) {
        let text = if self.quiet { String::new() } else { text() };
        self.faults.push(Fault::new(path, text));
    }

    /// If nothing fits and just one alternative may be meant, or is missed by a bound only, its
    /// faults are told.
    fn any_of(&mut self, path: &str, schema: &Value, branches: &[Value], value: &Value) {
        let root = self.root;
        let candidates = branches.iter().filter(|branch| may_be(root, branch, value));
        let candidates: Vec<_> = candidates.collect();
        let trial = |branch: &Value, quiet| {
            let mut trial = Check::new(root, self.budget, quiet);
            trial.depth = self.depth;
            trial.lenient = self.lenient;
            trial.value("", branch, value);
            trial.faults
        };
        if candidates
            .iter()
            .any(|branch| trial(branch, true).is_empty())
        {
            return;
        }
        let is_close = |branch: &&Value| {
            let faults = trial(branch, false);
            !faults.is_empty() && faults.iter().all(|fault| fault.of == Of::Bound)
        };
        let meant = match &candidates[..] {
            _ if self.quiet => None,
            [only] => Some(*only),
            several => several.iter().copied().find(is_close),
        };
        match meant {
            Some(branch) => self.value(path, branch, value),
            None if self.tag(path, branches, value) => {}
            None => self.unexpected(path, schema, value),
        }
    }

    /// Whether the tag is what is wrong; tells so.
    fn tag(&mut self, path: &str, branches: &[Value], value: &Value) -> bool {
        let (Some((name, known)), Some(fields)) = (tag(self.root, branches), value.as_object())
        else {
            return false;
        };
        let sent = fields.get(name);
        if sent.is_some_and(|sent| known.contains(sent)) {
            return false;
        }
        self.fault(&join(path, name), || {
            let expected = words::one_of(&known);
            match sent {
                Some(sent) => format!("expected {expected}, got {}", words::shown(sent)),
                None => format!("missing; expected {expected}"),
            }
        });
        true
    }

    fn object(&mut self, path: &str, schema: &Value, fields: &Map<String, Value>) {
        let none = Map::new();
        let properties = schema.get("properties").and_then(Value::as_object);
        let properties = properties.unwrap_or(&none);
        for (name, value) in fields {
            let at = join(path, name);
            match (properties.get(name), schema.get("additionalProperties")) {
                (Some(property), _)
                    if self.lenient && value.is_null() && may_be_absent(schema, name, property) => {
                }
                (Some(property), _) => self.value(&at, property, value),
                // Whether a key follows a pattern is left to the types.
                (None, _) if schema.get("patternProperties").is_some() => {}
                (None, Some(Value::Bool(false))) => self.unknown(&at, name, properties),
                (None, Some(others)) => self.value(&at, others, value),
                (None, None) => {}
            }
        }
        let required = schema.get("required").and_then(Value::as_array);
        let required = required.into_iter().flatten().filter_map(Value::as_str);
        for name in required.filter(|name| !fields.contains_key(*name)) {
            let (property, root) = (properties.get(name), self.root);
            self.fault(&join(path, name), || {
                let expected = property.map(|property| words::expected(property, root));
                format!(
                    "missing; expected {}",
                    expected.as_deref().unwrap_or("a value")
                )
            });
        }
    }

    fn unknown(&mut self, path: &str, name: &str, properties: &Map<String, Value>) {
        if self.lenient && self.quiet {
            return;
        }
        let search = !self.quiet && self.faults.len() < SEARCHED_NAMES;
        let meant = search.then(|| closest(name, properties.keys())).flatten();
        let text = match meant {
            Some(known) => format!("unknown; did you mean `{known}`?"),
            None => "unknown".to_owned(),
        };
        self.faults.push(Fault {
            of: Of::Name(name.into()),
            ..Fault::new(path, text)
        });
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

/// Whether leaving out the property says what `null` says.
fn may_be_absent(schema: &Value, name: &str, property: &Value) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = required.is_some_and(|names| names.iter().any(|known| known == name));
    !is_required && property.get("default").is_none()
}

pub(super) fn join(path: &str, name: &str) -> String {
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
