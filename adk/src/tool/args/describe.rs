//! Parameters to schema.

use std::any::type_name;

use schemars::generate::Contract;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::bounds::{BoundKey, BoundValue, fault};
use super::kept::has_bounds;
use super::kind::ValueKind;
use super::params::{Bound, Param, Unbound};
use super::rest::Group;
use super::{check, words};
use crate::content::{Schema, admits_null, schema_generator};
use crate::tool::rules;

/// The schema of a function's arguments while it grows.
#[derive(Debug)]
pub(super) struct Describe {
    generator: SchemaGenerator,
    properties: Vec<Property>,
    /// How many parameters were described so far.
    described: usize,
    /// The place in the source of each of them; none, when the order is the source's.
    pub(super) places: &'static [usize],
    others: Value,
    groups: Vec<Group>,
    has_bounds: bool,
    faults: Vec<String>,
}

/// What the parameters came to.
#[derive(Debug)]
pub(super) struct Described {
    pub(super) schema: Schema,
    /// The names of its properties.
    pub(super) names: Box<[Box<str>]>,
    /// The names of each flattened parameter.
    pub(super) groups: Box<[Group]>,
    /// What is wrong with the parameters.
    pub(super) faults: Vec<String>,
    /// Whether there are bounds that no type keeps, beside the parameters' own rules.
    pub(super) has_bounds: bool,
}

/// What a parameter is, or a field of one that is flattened.
#[derive(Debug)]
struct Property {
    place: usize,
    name: String,
    schema: Value,
    required: bool,
}

/// Whether a parameter may be left out.
#[derive(Debug, PartialEq)]
pub(super) enum Presence {
    /// If its type takes `null`.
    AsTyped,
    /// Yes, with a default and its form for the model.
    Default(Option<Value>),
}

impl Describe {
    pub(super) fn new() -> Self {
        Self {
            generator: schema_generator(Contract::Deserialize),
            properties: Vec::new(),
            described: 0,
            places: &[],
            others: false.into(),
            groups: Vec::new(),
            has_bounds: false,
            faults: Vec::new(),
        }
    }

    /// Adds one property.
    pub(super) fn property<T: JsonSchema>(
        &mut self,
        param: &Param,
        presence: Presence,
    ) -> Bound<T> {
        let schema = self.generator.subschema_for::<T>();
        let required = !admits_null(schema.as_value());
        self.describe(param, schema, required, presence);
        Err(Unbound)
    }

    /// Adds the only property of a struct.
    pub(super) fn field<T: JsonSchema>(&mut self, param: &Param, presence: Presence) -> Bound<T> {
        let mut root = self.generator.subschema_for::<T>();
        let required = root.get("required").and_then(Value::as_array);
        let required = required.is_some_and(|names| !names.is_empty());
        let properties = root.get_mut("properties").and_then(Value::as_object_mut);
        let property = properties.and_then(|properties| properties.values_mut().next());
        let schema = property
            .map(Value::take)
            .and_then(|node| node.try_into().ok());
        self.describe(param, schema.unwrap_or_default(), required, presence);
        Err(Unbound)
    }

    fn describe(
        &mut self,
        param: &Param,
        mut schema: schemars::Schema,
        required: bool,
        presence: Presence,
    ) {
        let required = required && presence == Presence::AsTyped;
        self.has_bounds |= has_bounds(schema.as_value());
        let node = schema.ensure_object();
        if !param.description.is_empty() {
            node.insert("description".into(), param.description.into());
        }
        let rules = bounds_of(param, is_array(node));
        if rules.is_some() {
            self.faults.extend(misfits(param, node, &presence));
        }
        if let Presence::Default(Some(shown)) = presence {
            node.insert("default".into(), shown);
        }
        node.extend(rules.unwrap_or_default());
        self.add(param.name, schema.to_value(), required);
        self.described += 1;
    }

    /// Adds every property of a struct. In an `Option`, none of them has to be sent.
    pub(super) fn flatten<T: JsonSchema>(&mut self) -> Bound<T> {
        let mut schema = self.generator.subschema_for::<T>();
        self.has_bounds |= has_bounds(schema.as_value());
        schema.insert("$defs".into(), self.generator.definitions().clone().into());
        let whole = Schema::from_value(schema.to_value());
        let sent = whole.as_json().to_value();
        if whole.is_never_object() && sent["type"] != "null" {
            self.faults.push(no_object::<T>(&sent));
        }
        let mut root = whole.into_object_root().as_json().to_value();
        let required = root["required"].take();
        let mut names = Vec::new();
        if let Value::Object(properties) = root["properties"].take() {
            for (name, property) in properties {
                let needed = required
                    .as_array()
                    .is_some_and(|names| names.iter().any(|required| required == name.as_str()));
                self.add(&name, property, needed && !admits_null(&sent));
                names.push(name.into());
            }
        }
        let others = root["additionalProperties"].take();
        let is_open = others != false;
        if is_open {
            self.others = others;
        }
        self.groups.push(Group {
            names: names.into(),
            is_open,
        });
        self.described += 1;
        Err(Unbound)
    }

    fn add(&mut self, name: &str, schema: Value, required: bool) {
        if self.properties.iter().any(|known| known.name == name) {
            return self.faults.push(twice(name));
        }
        self.faults.extend(rules::parameter_name(name));
        let place = self.places.get(self.described);
        self.properties.push(Property {
            place: place.copied().unwrap_or(self.described),
            name: name.to_owned(),
            schema,
            required,
        });
    }

    pub(super) fn finish(mut self) -> Described {
        self.properties.sort_by_key(|property| property.place);
        let required = self.properties.iter().filter(|property| property.required);
        let required: Vec<_> = required.map(|property| property.name.clone()).collect();
        let names = self.properties.iter().map(|property| &*property.name);
        let names = names.map(Into::into).collect();
        let properties = self.properties.into_iter();
        let properties = properties.map(|property| (property.name, property.schema));
        let mut root = json!({
            "type": "object",
            "properties": properties.collect::<Map<_, _>>(),
            "required": required,
            "additionalProperties": self.others,
        });
        let definitions = self.generator.take_definitions(false);
        let has_bounds = self.has_bounds || definitions.values().any(has_bounds);
        if !definitions.is_empty() {
            root["$defs"] = definitions.into();
        }
        Described {
            schema: Schema::from_value(root),
            names,
            groups: self.groups.into(),
            faults: self.faults,
            has_bounds,
        }
    }
}

/// What flattening asks for, and a type that is sent otherwise.
fn no_object<T>(schema: &Value) -> String {
    let name = type_name::<T>().split_inclusive(|letter: char| !is_of_path(letter));
    let name = name.map(|part| part.rsplit("::").next().unwrap_or(part));
    let (name, sent) = (name.collect::<String>(), words::expected(schema, schema));
    format!(
        "`{name}` cannot be flattened: it is sent as {sent}, and the arguments of a tool are an \
         object\nhelp: take `#[arg(flatten)]` away, so that it is sent under a name of its own; \
         what a closure takes is a struct with such fields"
    )
}

fn is_of_path(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == ':'
}

fn is_array(node: &Map<String, Value>) -> bool {
    match node.get("type") {
        Some(Value::Array(names)) => names.iter().any(|name| name == "array"),
        Some(name) => name == "array",
        None => false,
    }
}

fn twice(name: &str) -> String {
    format!(
        "two parameters are called `{name}`\nhelp: choose another name for one, by \
         `#[arg(rename = \"…\")]` on a parameter or `#[serde(rename = \"…\")]` on a field"
    )
}

/// Which of the parameter's rules do not fit its type, and whether its default breaks one.
fn misfits(param: &Param, node: &Map<String, Value>, presence: &Presence) -> Vec<String> {
    let kind = Schema::from_value(Value::Object(node.clone()));
    let kind = ValueKind::of_schema(&kind.as_json().to_value());
    let rules: Map<String, Value> = serde_json::from_str(param.rules).unwrap_or_default();
    let keys = rules.iter();
    let keys = keys.filter_map(|(keyword, value)| Some((BoundKey::of_keyword(keyword)?, value)));
    let limits = keys.flat_map(|(key, value)| match value {
        Value::Array(values) => values.iter().map(|value| (key, value)).collect(),
        value => vec![(key, value)],
    });
    let misfits = limits.filter_map(|(key, value)| fault(kind, key, BoundValue::of(value)));
    let mut texts: Vec<_> = misfits.map(|text| text.as_str().to_owned()).collect();
    texts.dedup();
    if let Presence::Default(Some(shown)) = presence
        && texts.is_empty()
    {
        let rules = bounds_of(param, shown.is_array()).unwrap_or_default();
        let broken = check::faults_at("", &rules.into(), shown);
        texts.extend(
            broken
                .into_iter()
                .map(|fault| format!("the default does not fit: {}", fault.text)),
        );
    }
    let named = |text| format!("parameter `{}`: {text}", param.name);
    texts.into_iter().map(named).collect()
}

/// The parameter's rules; lengths count a list's items, or a text's characters.
pub(super) fn bounds_of(param: &Param, of_array: bool) -> Option<Map<String, Value>> {
    let mut rules: Map<String, Value> = serde_json::from_str(param.rules).ok()?;
    if of_array {
        for (of_text, of_items) in [("minLength", "minItems"), ("maxLength", "maxItems")] {
            if let Some(bound) = rules.remove(of_text) {
                rules.insert(of_items.into(), bound);
            }
        }
    }
    Some(rules)
}
