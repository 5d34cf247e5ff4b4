//! Keys that no type takes, in the objects inside of arguments.
//!
//! The model is told that such objects are closed, while serde passes over what it does not
//! know: a key that is misspelt would be lost. The text of the good path is looked through
//! by names that were gathered once, and only for functions that take closed objects.

use std::cell::Cell;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// The most alternatives that are tried for one text: they multiply within each other.
const MAX_TRIALS: usize = 1_000;

/// What is known of the objects inside of a function's arguments.
#[derive(Debug)]
pub(super) struct Nested {
    root: Shape,
    definitions: Vec<Shape>,
}

/// Where the keys of a value are known.
#[derive(Debug)]
enum Shape {
    /// Any value, also one without keys.
    Any,
    /// A text, a number and the like.
    Plain,
    /// One of these texts, which tell alternatives apart.
    Texts(Vec<Box<str>>),
    Object {
        fields: Vec<(Box<str>, Self)>,
        others: Option<Box<Self>>,
    },
    List(Box<Self>),
    OneOf(Vec<Self>),
    /// One of the definitions.
    Defined(usize),
}

impl Nested {
    /// Of a canonical schema; nothing if no object inside of it is closed.
    pub(super) fn of(schema: &Value) -> Option<Self> {
        let none = Map::new();
        let definitions = schema["$defs"].as_object().unwrap_or(&none);
        let names: Vec<&String> = definitions.keys().collect();
        let shapes = definitions.values().map(|schema| Shape::of(schema, &names));
        let properties = schema["properties"].as_object().unwrap_or(&none);
        let root = Shape::object(properties, &true.into(), &names);
        (!root.is_any()).then(|| Self {
            root,
            definitions: shapes.collect(),
        })
    }

    /// Whether every key of the text is known; a key of the root is another's business.
    pub(super) fn knows(&self, text: &str) -> bool {
        let known = Known {
            shape: &self.root,
            definitions: &self.definitions,
            trials: &Cell::new(MAX_TRIALS),
        };
        known.fits(text)
    }
}

impl Shape {
    fn of(schema: &Value, definitions: &[&String]) -> Self {
        let of = |schema: &Value| Self::of(schema, definitions);
        if let Some(target) = schema["$ref"].as_str() {
            let name = target.strip_prefix("#/$defs/").unwrap_or_default();
            let index = definitions.iter().position(|known| *known == name);
            return index.map_or(Self::Any, Self::Defined);
        }
        if let Some(branches) = schema["anyOf"].as_array() {
            let branches: Vec<_> = branches.iter().map(of).collect();
            let is_open = branches.iter().all(Self::is_any);
            return if is_open {
                Self::Any
            } else {
                Self::OneOf(branches)
            };
        }
        match schema["type"].as_str() {
            Some("object") => match (&schema["properties"], &schema["additionalProperties"]) {
                (Value::Object(properties), others) => {
                    Self::object(properties, others, definitions)
                }
                (_, others) => Self::object(&Map::new(), others, definitions),
            },
            Some("array") if schema["prefixItems"].is_null() => {
                let items = of(&schema["items"]);
                if items.is_any() {
                    Self::Any
                } else {
                    Self::List(items.into())
                }
            }
            Some("string") if schema["enum"].is_array() => {
                let texts = schema["enum"].as_array().into_iter().flatten();
                Self::Texts(texts.filter_map(Value::as_str).map(Into::into).collect())
            }
            Some("string" | "integer" | "number" | "boolean" | "null") => Self::Plain,
            _ => Self::Any,
        }
    }

    fn object(properties: &Map<String, Value>, others: &Value, definitions: &[&String]) -> Self {
        let fields = properties.iter();
        let fields = fields.map(|(name, schema)| (&**name, Self::of(schema, definitions)));
        let fields: Vec<_> = fields.map(|(name, shape)| (name.into(), shape)).collect();
        let others = match others {
            Value::Bool(false) => None,
            schema => Some(Box::new(Self::of(schema, definitions))),
        };
        let is_open = others.as_ref().is_some_and(|others| others.is_any());
        if is_open && fields.iter().all(|(_, shape)| shape.is_any()) {
            return Self::Any;
        }
        Self::Object { fields, others }
    }

    /// Whether there is nothing to look for.
    const fn is_any(&self) -> bool {
        matches!(self, Self::Any | Self::Plain | Self::Texts(_))
    }
}

/// Reads a value, and fails at a key or a text that is not known.
#[derive(Clone, Copy)]
struct Known<'a> {
    shape: &'a Shape,
    definitions: &'a [Shape],
    trials: &'a Cell<usize>,
}

impl<'a> Known<'a> {
    const fn below(self, shape: &'a Shape) -> Self {
        Self { shape, ..self }
    }

    fn fits(self, text: &str) -> bool {
        let mut reader = serde_json::Deserializer::from_str(text);
        self.deserialize(&mut reader).is_ok()
    }

    /// Whether one of the alternatives knows every key; all do when too many were tried.
    fn any_fits(self, branches: &'a [Shape], text: &str) -> bool {
        let has_keys = text.starts_with(['{', '[']);
        let is_meant =
            |branch: &&Shape| !has_keys || !matches!(branch, Shape::Plain | Shape::Texts(_));
        branches.iter().filter(is_meant).any(|branch| {
            let left = self.trials.get();
            self.trials.set(left.saturating_sub(1));
            left == 0 || self.below(branch).fits(text)
        })
    }
}

impl<'de> DeserializeSeed<'de> for Known<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        match self.shape {
            Shape::Any | Shape::Plain => from.deserialize_ignored_any(IgnoredAny).map(drop),
            Shape::Defined(index) => {
                let defined = self.definitions.get(*index).unwrap_or(&Shape::Any);
                self.below(defined).deserialize(from)
            }
            Shape::Texts(_) | Shape::Object { .. } | Shape::List(_) => from.deserialize_any(self),
            Shape::OneOf(branches) => {
                let raw: &RawValue = Deserialize::deserialize(from)?;
                let fits = self.any_fits(branches, raw.get());
                fits.then_some(()).ok_or_else(unknown)
            }
        }
    }
}

impl<'de> Visitor<'de> for Known<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or a list")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        match self.shape {
            Shape::Texts(known) if known.iter().any(|known| **known == *text) => Ok(()),
            _ => Err(unknown()),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let item = match self.shape {
            Shape::List(item) => item,
            _ => &Shape::Any,
        };
        while seq.next_element_seed(self.below(item))?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(shape) = map.next_key_seed(Key(self.shape))? {
            map.next_value_seed(self.below(shape.ok_or_else(unknown)?))?;
        }
        Ok(())
    }
}

/// The shape of the value under a key of an object.
struct Key<'a>(&'a Shape);

impl<'de, 'a> DeserializeSeed<'de> for Key<'a> {
    type Value = Option<&'a Shape>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_str(self)
    }
}

impl<'a> Visitor<'_> for Key<'a> {
    type Value = Option<&'a Shape>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Self::Value, E> {
        let Shape::Object { fields, others } = self.0 else {
            return Ok(Some(&Shape::Any));
        };
        let field = fields.iter().find(|(name, _)| **name == *key);
        Ok(field.map(|(_, shape)| shape).or(others.as_deref()))
    }
}

fn unknown<E: Error>() -> E {
    E::custom("not known")
}

/// The value's text with the key at `path` given twice: serde refuses that of a key that a
/// type takes, under whichever name, and passes over it where it takes none.
pub(super) fn repeated(value: &Value, path: &str) -> String {
    let below = |rest: &str| rest.strip_prefix('.').unwrap_or(rest).to_owned();
    let is_end = |rest: &&str| rest.is_empty() || rest.starts_with(['.', '[']);
    match value {
        Value::Object(fields) => {
            let entries = fields.iter().flat_map(|(name, value)| {
                let key = Value::from(name.as_str());
                let rest = path.strip_prefix(&**name).filter(is_end);
                let text = match rest {
                    Some(rest) => repeated(value, &below(rest)),
                    None => value.to_string(),
                };
                let times = if rest == Some("") { 2 } else { 1 };
                vec![format!("{key}:{text}"); times]
            });
            format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => {
            let items = items.iter().enumerate().map(|(index, item)| {
                match path.strip_prefix(&format!("[{index}]")) {
                    Some(rest) => repeated(item, &below(rest)),
                    None => item.to_string(),
                }
            });
            format!("[{}]", items.collect::<Vec<_>>().join(","))
        }
        plain => plain.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_key_at_a_path_is_repeated() {
        let value = json!({"a": {"b.c": [1, {"d": 2}]}, "d": 3});
        assert_eq!(
            repeated(&value, "a.b.c[1].d"),
            r#"{"a":{"b.c":[1,{"d":2,"d":2}]},"d":3}"#
        );
        assert_eq!(repeated(&value, "e"), value.to_string());
    }

    #[test]
    fn only_closed_objects_inside_are_looked_through() {
        let closed = json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false});
        let of = |property: Value| Nested::of(&json!({"properties": {"p": property}}));
        assert!(Nested::of(&closed).is_none());
        assert!(
            of(json!({"type": "object", "additionalProperties": {"type": "string"}})).is_none()
        );
        let nested = of(json!({"type": "array", "items": {"anyOf": [closed, {"type": "null"}]}}));
        let knows = |text: &str| nested.as_ref().is_some_and(|nested| nested.knows(text));
        assert!(knows(r#"{"p": [{"a": "x"}, null, {}], "q": 1}"#));
        assert!(!knows(r#"{"p": [{"a": "x"}, {"b": 1}]}"#));
    }
}
