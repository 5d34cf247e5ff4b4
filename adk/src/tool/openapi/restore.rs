//! The names that an API has for what a model knows by others, within arguments.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::content::Schema;

/// The most schemas that are asked whether they name a field.
const MAX_SCHEMAS: usize = 4_000;

/// Gives fields their names back where a schema names them: what stands in a map of any keys may
/// read the same by chance.
#[derive(Debug)]
pub(super) struct Restore {
    /// What the model is told.
    schema: Value,
    /// The API's names by those that the model is told.
    names: BTreeMap<String, String>,
}

impl Restore {
    /// `None` where no name is another.
    pub(super) fn new(schema: &Schema, names: BTreeMap<String, String>) -> Option<Self> {
        let is_needed = !names.is_empty();
        is_needed.then(|| Self {
            schema: schema.as_json().to_value(),
            names,
        })
    }

    /// The API's name of a field.
    pub(super) fn name<'a>(&'a self, field: &'a str) -> &'a str {
        self.names.get(field).map_or(field, String::as_str)
    }

    /// The value of an argument as the API has it.
    pub(super) fn argument(&self, name: &str, value: Value) -> Value {
        let schema = self.schema["properties"].get(name);
        self.value(value, schema.into_iter().collect())
    }

    /// The value that these schemas tell of.
    fn value(&self, value: Value, schemas: Vec<&Value>) -> Value {
        let nodes = self.nodes(schemas);
        let below = |word: &'static str| nodes.iter().filter_map(move |node| node.get(word));
        match value {
            Value::Array(items) => {
                let first = below("prefixItems").filter_map(Value::as_array).flatten();
                let each: Vec<_> = below("items").chain(first).collect();
                let items = items.into_iter();
                items.map(|item| self.value(item, each.clone())).collect()
            }
            Value::Object(fields) => {
                let field = |(name, value): (String, Value)| {
                    let named: Vec<_> = below("properties")
                        .filter_map(|properties| properties.get(&name))
                        .collect();
                    if named.is_empty() {
                        let value = self.value(value, below("additionalProperties").collect());
                        return (name, value);
                    }
                    (self.name(&name).to_owned(), self.value(value, named))
                };
                fields.into_iter().map(field).collect()
            }
            value => value,
        }
    }

    /// The schemas, with those that they refer to or choose from.
    fn nodes<'a>(&'a self, mut ahead: Vec<&'a Value>) -> Vec<&'a Map<String, Value>> {
        let mut nodes = Vec::new();
        while let Some(schema) = ahead.pop().filter(|_| nodes.len() < MAX_SCHEMAS) {
            let Value::Object(node) = schema else {
                continue;
            };
            if let Some(Value::String(reference)) = node.get("$ref") {
                ahead.extend(self.schema.pointer(reference.trim_start_matches('#')));
            }
            for word in ["anyOf", "allOf"] {
                let parts = node.get(word).and_then(Value::as_array);
                ahead.extend(parts.into_iter().flatten());
            }
            nodes.push(node);
        }
        nodes
    }
}
