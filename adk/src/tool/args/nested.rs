//! Keys that no type takes, in the objects inside of arguments.
//!
//! The model is told that such objects are closed, while serde passes over what it does not
//! know: a key that is misspelt would be lost. The text of the good path is looked through
//! by names that were gathered once, and only for functions that take closed objects.

use std::cell::Cell;

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
        let mut scan = Scan {
            text: text.as_bytes(),
            definitions: &self.definitions,
            trials: &Cell::new(MAX_TRIALS),
        };
        scan.value(&self.root)
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

/// Goes through a text that is valid JSON without blanks, as `Json` keeps it.
#[derive(Clone, Copy)]
struct Scan<'a> {
    /// What was not read yet.
    text: &'a [u8],
    definitions: &'a [Shape],
    trials: &'a Cell<usize>,
}

impl<'a> Scan<'a> {
    /// Whether every key of the next value is known; then the value is read.
    fn value(&mut self, shape: &Shape) -> bool {
        match (shape, self.first()) {
            (Shape::Defined(index), _) => {
                let definitions = self.definitions;
                self.value(definitions.get(*index).unwrap_or(&Shape::Any))
            }
            (Shape::OneOf(branches), _) => self.one_of(branches),
            (Shape::Object { fields, others }, b'{') => self.object(fields, others.as_deref()),
            (Shape::List(item), b'[') => self.list(item),
            (Shape::Texts(known), b'"') => {
                let text = self.string();
                known.iter().any(|known| known.as_bytes() == text)
            }
            _ => {
                self.skip();
                true
            }
        }
    }

    fn object(&mut self, fields: &[(Box<str>, Shape)], others: Option<&Shape>) -> bool {
        while self.enter(b'}') {
            let key = self.string();
            self.advance(1);
            let mut fields = fields.iter();
            let field = fields.find(|(name, _)| name.as_bytes() == key);
            let shape = field.map(|(_, shape)| shape).or(others);
            if !shape.is_some_and(|shape| self.value(shape)) {
                return false;
            }
        }
        true
    }

    fn list(&mut self, item: &Shape) -> bool {
        while self.enter(b']') {
            if !self.value(item) {
                return false;
            }
        }
        true
    }

    /// Whether one of the alternatives knows every key; all do when too many were tried.
    fn one_of(&mut self, branches: &[Shape]) -> bool {
        let has_keys = matches!(self.first(), b'{' | b'[');
        let is_plain = |branch: &Shape| matches!(branch, Shape::Plain | Shape::Texts(_));
        let start = *self;
        let mut meant = branches
            .iter()
            .filter(|branch| !has_keys || !is_plain(branch));
        meant.any(|branch| {
            let left = self.trials.get();
            self.trials.set(left.saturating_sub(1));
            *self = start;
            self.value(if left == 0 { &Shape::Any } else { branch })
        })
    }

    /// Goes to the next entry of an object or a list, or behind its end.
    fn enter(&mut self, end: u8) -> bool {
        if self.first() != end {
            // What opens it, or a comma.
            self.advance(1);
        }
        let is_over = self.first() == end;
        if is_over {
            self.advance(1);
        }
        !is_over && !self.text.is_empty()
    }

    /// The string that is next, as it is written.
    fn string(&mut self) -> &'a [u8] {
        let behind = behind_string(self.text, 0);
        let string = self.text.get(1..behind.saturating_sub(1));
        self.advance(behind);
        string.unwrap_or_default()
    }

    fn skip(&mut self) {
        let (mut at, mut depth) = (0, 0_usize);
        while let Some(byte) = self.text.get(at) {
            match byte {
                b'"' => at = behind_string(self.text, at),
                b',' | b'}' | b']' if depth == 0 => break,
                b'{' | b'[' => (at, depth) = (at + 1, depth + 1),
                b'}' | b']' => (at, depth) = (at + 1, depth - 1),
                _ => at += 1,
            }
        }
        self.advance(at);
    }

    fn first(&self) -> u8 {
        self.text.first().copied().unwrap_or_default()
    }

    fn advance(&mut self, bytes: usize) {
        self.text = self.text.get(bytes..).unwrap_or_default();
    }
}

/// Where the string that starts at `start` is over.
fn behind_string(text: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
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
        for known in [
            r#"{"p":[{"a":"x\"}"},null,{},{"a":[{"b":[]},{}]}],"q":{"b":1}}"#,
            r#"{"q":[],"p":[]}"#,
            "{}",
        ] {
            assert!(knows(known), "{known}");
        }
        for unknown in [
            r#"{"p":[{"a":"x"},{"b":1}]}"#,
            r#"{"p":[{"a":{"c":"]"},"b":1}]}"#,
            r#"{"q":"\\","p":[{"":1}]}"#,
        ] {
            assert!(!knows(unknown), "{unknown}");
        }
    }
}
