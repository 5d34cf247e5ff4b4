//! Names that a type knows beside those of its schema: `#[serde(alias = "…")]`.
//!
//! No schema tells them, so the type is asked: given an unknown name twice, it says which
//! field it was given twice. Such a name is replaced by the field's, under which the value
//! is mended, checked and spoken of as any other.

use std::cell::Cell;

use serde_json::{Map, Value, json};

use super::check::{self, Fault};
use super::place::{edited_first, schema_at, value_at};
use super::{Bind, MAX_UNKNOWN, Signature, coerce, read};
use crate::content::resolve_schema;

/// Names inside of what stood under an alias are seen in the next round.
const MAX_ROUNDS: usize = 4;
/// The most values that a type is asked with, for one name.
const MAX_VALUES: usize = 16;
/// The most bytes that are decoded for all questions of a call.
const MAX_BYTES: usize = 2_000_000;
/// Sample values are no deeper.
const MAX_DEPTH: usize = 8;
/// Stands for a name that is to be written twice; no name of an argument is empty.
const TWICE: &str = "";

/// Replaces aliases by the names that they stand for; what is left is a name that was sent
/// under an alias too.
pub(super) fn resolve<T>(
    signature: &Signature,
    schema: &Value,
    sent: &mut Value,
    bind: Bind<T>,
) -> Vec<Fault> {
    let mut clashes: Vec<Fault> = Vec::new();
    let left = Cell::new(MAX_BYTES);
    for _ in 0..MAX_ROUNDS {
        let mut renamed = false;
        let unknown = check::faults(schema, sent).into_iter().take(MAX_UNKNOWN);
        for fault in unknown {
            let is_told = clashes.iter().any(|clash| clash.path == fault.path);
            let Some(alias) = fault.unknown().filter(|_| !is_told) else {
                continue;
            };
            let parent = fault.path.strip_suffix(alias).unwrap_or_default();
            let parent = parent.strip_suffix('.').unwrap_or(parent);
            let ask = Ask {
                signature,
                schema,
                parent,
                alias,
                left: &left,
            };
            let Some(name) = ask.meant(sent, bind) else {
                continue;
            };
            let object = value_at(sent, parent).and_then(Value::as_object_mut);
            let Some(fields) = object else { continue };
            if fields.contains_key(&name) {
                let text = format!("another name of `{name}`, which is sent too: send one of them");
                clashes.push(Fault::new(&fault.path, text));
            } else if let Some(value) = fields.shift_remove(alias) {
                fields.insert(name, value);
                renamed = true;
            }
        }
        if !renamed {
            break;
        }
        if !signature.exact {
            coerce::arguments(schema, sent);
        }
    }
    clashes
}

/// What a name stands for in the object at `parent`.
struct Ask<'a> {
    signature: &'a Signature,
    schema: &'a Value,
    parent: &'a str,
    alias: &'a str,
    /// How many more bytes may be decoded.
    left: &'a Cell<usize>,
}

impl Ask<'_> {
    fn meant<T>(&self, sent: &Value, bind: Bind<T>) -> Option<String> {
        let (object, fields) = schema_at(self.schema, self.schema, sent, self.parent)?;
        let properties = self.properties(object);
        let values = self.values(&properties, fields.get(self.alias)?);
        let said = |value| self.repeated_fields(sent, &properties, value, bind);
        let without = said(None);
        let mut said = values.iter().flat_map(|value| said(Some(value)));
        said.find(|name| properties.contains_key(name) && !without.contains(name))
    }

    /// Those of the object, and of its alternatives.
    fn properties(&self, object: &Value) -> Map<String, Value> {
        let branches = object.get("anyOf").and_then(Value::as_array);
        let branches = branches.into_iter().flatten();
        let all = branches.map(|branch| resolve_schema(branch, self.schema));
        let all = all.chain([object]);
        let properties = all.filter_map(|object| object.get("properties")?.as_object());
        properties
            .flatten()
            .map(|(name, schema)| (name.clone(), schema.clone()))
            .collect()
    }

    /// Values that a field may take: the one that was sent, mended or not, and samples.
    fn values(&self, properties: &Map<String, Value>, sent: &Value) -> Vec<Value> {
        let mut values = vec![sent.clone()];
        for property in properties.values() {
            let mut mended = sent.clone();
            coerce::value(self.schema, property, &mut mended);
            for value in [mended, sample(self.schema, property, 0)] {
                if values.len() < MAX_VALUES && !values.contains(&value) {
                    values.push(value);
                }
            }
        }
        values
    }

    /// The fields that the type calls repeated when the alias comes twice with this value,
    /// or not at all.
    fn repeated_fields<T>(
        &self,
        sent: &Value,
        properties: &Map<String, Value>,
        value: Option<&Value>,
        bind: Bind<T>,
    ) -> Vec<String> {
        if self.left.get() == 0 {
            return Vec::new();
        }
        let edit = |mut fields: Map<String, Value>| {
            fields.retain(|name, _| properties.contains_key(name));
            let twice = value.map(|_| (TWICE.to_owned(), Value::Null));
            let mut first = Map::from_iter(twice);
            first.append(&mut fields);
            first
        };
        let mut text = edited_first(sent.clone(), self.parent, &edit).to_string();
        if let Some(value) = value {
            let entry = format!("{}:{value}", Value::from(self.alias));
            text = text.replacen(r#""":null"#, &format!("{entry},{entry}"), 1);
        }
        self.left.set(self.left.get().saturating_sub(text.len()));
        let faults = read::attempt(self.signature, &text, bind, false).err();
        let faults = faults.into_iter().flatten();
        let names = faults.filter_map(|fault| {
            let (_, behind) = fault.text.split_once("duplicate field `")?;
            Some(behind.split_once('`')?.0.to_owned())
        });
        names.collect()
    }
}

/// A value that fits the schema, if it asks for nothing unusual.
fn sample(root: &Value, schema: &Value, depth: usize) -> Value {
    let schema = resolve_schema(schema, root);
    let first = |keyword: &str| schema.get(keyword).and_then(|values| values.get(0));
    if let Some(value) = first("enum") {
        return value.clone();
    }
    if depth > MAX_DEPTH {
        return Value::Null;
    }
    if let Some(branch) = first("anyOf") {
        return sample(root, branch, depth + 1);
    }
    match schema["type"]
        .as_str()
        .or_else(|| schema["type"][0].as_str())
    {
        Some("string") => "".into(),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or_else(|| 0.into()),
        Some("boolean") => false.into(),
        Some("array") => json!([]),
        Some("object") => {
            let required = schema["required"].as_array().into_iter().flatten();
            let fields = required.filter_map(Value::as_str).map(|name| {
                let property = &schema["properties"][name];
                (name.to_owned(), sample(root, property, depth + 1))
            });
            fields.collect::<Map<_, _>>().into()
        }
        _ => Value::Null,
    }
}
