//! Words between user, model and tools: [`Content`] and its [`Part`]s.
//!
//! A content is shared, not copied: a clone costs a reference count. Its JSON is
//! the one of Google's Gen AI API, in which ADK stores and sends it.

mod blob;
mod config;
mod fields;
mod function;
mod json;
mod part;
mod parts;
mod response_schema;
mod role;
mod schema;
mod wire;

pub use blob::{Blob, FileData};
pub use config::{GenerateContentConfig, ThinkingConfig, ToolChoice};
pub use function::{FunctionCall, FunctionDeclaration, FunctionResponse};
pub use json::Json;
pub use part::{Part, PartKind};
pub use response_schema::ResponseSchema;
pub use role::Role;
pub use schema::{RewriteError, Schema, SchemaDialect};

pub(crate) use fields::{Fields, Unknown, Word, flag, optional, unknown};
#[cfg(feature = "_http")]
pub(crate) use function::sendable_name;
pub(crate) use function::{LONG_RUNNING_NOTE, OWN_ID, PIECED_ID};
pub(crate) use schema::{admits_null, generator as schema_generator, resolve as resolve_schema};
pub(crate) use wire::Dialect;

use std::fmt;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, Serializer};

use parts::Parts;
use wire::WireCell;

/// What one side said in one go: a role and its parts.
///
/// ```
/// use adk::{Content, Part, Role};
///
/// let content = Content::new(Role::User, [Part::from_text("Hello, "), Part::from_text("world")]);
/// assert_eq!(content.text(), "Hello, world");
/// assert_eq!(Content::from("Hi").role(), Some(&Role::User));
/// ```
#[derive(Clone)]
pub struct Content(Arc<Inner>);

#[derive(Clone)]
struct Inner {
    role: Option<Role>,
    parts: Parts,
    holds: Holds,
    wire: WireCell,
}

/// What there is among the parts, looked up once: each request asks it of all contents.
#[derive(Clone, Copy, Default)]
struct Holds {
    calls: bool,
    responses: bool,
    /// Parts of which no model is told.
    others: bool,
}

impl Content {
    /// Content of `role` with `parts` in order.
    pub fn new(role: Role, parts: impl IntoIterator<Item = Part>) -> Self {
        Self::from_parts(Some(role), parts.into_iter().collect())
    }

    /// A user's text.
    pub fn user(text: impl Into<String>) -> Self {
        Self::new(Role::User, [Part::from_text(text)])
    }

    /// A model's text.
    pub fn model(text: impl Into<String>) -> Self {
        Self::new(Role::Model, [Part::from_text(text)])
    }

    fn from_parts(role: Option<Role>, parts: Parts) -> Self {
        let mut holds = Holds::default();
        for part in parts.iter() {
            holds.calls |= part.function_call().is_some();
            holds.responses |= part.function_response().is_some();
            holds.others |= !part.is_for_models();
        }
        Self(Arc::new(Inner {
            role,
            parts,
            holds,
            wire: WireCell::default(),
        }))
    }

    /// Who speaks; `None` where a stored event does not say.
    #[must_use]
    pub fn role(&self) -> Option<&Role> {
        self.0.role.as_ref()
    }

    /// The parts in order.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.0.parts
    }

    /// The parts, taken out where nobody shares them and copied where somebody does.
    pub(crate) fn into_parts(self) -> Vec<Part> {
        match Arc::try_unwrap(self.0) {
            Ok(inner) => inner.parts.into(),
            Err(shared) => shared.parts.to_vec(),
        }
    }

    /// The text of all parts that are not thoughts, joined.
    #[must_use]
    pub fn text(&self) -> String {
        self.parts()
            .iter()
            .filter(|part| !part.is_thought())
            .filter_map(Part::text)
            .collect()
    }

    /// The function calls among the parts, in order.
    pub fn function_calls(&self) -> impl Iterator<Item = &FunctionCall> {
        self.parts().iter().filter_map(Part::function_call)
    }

    /// The function responses among the parts, in order.
    pub fn function_responses(&self) -> impl Iterator<Item = &FunctionResponse> {
        self.parts().iter().filter_map(Part::function_response)
    }

    pub(crate) fn has_calls(&self) -> bool {
        self.0.holds.calls
    }

    pub(crate) fn has_responses(&self) -> bool {
        self.0.holds.responses
    }

    /// Whether a model may be told of all of it.
    pub(crate) fn is_for_models(&self) -> bool {
        !self.0.holds.others
    }

    /// A copy with these parts alone; `None` when there are none.
    pub(crate) fn only(&self, mut keep: impl FnMut(&&Part) -> bool) -> Option<Self> {
        let parts: Parts = self
            .parts()
            .iter()
            .filter(|part| keep(part))
            .cloned()
            .collect();
        (!parts.is_empty()).then(|| Self::from_parts(self.role().cloned(), parts))
    }

    /// Whether the last thing said is what a server's code execution printed.
    pub(crate) fn ends_in_code_result(&self) -> bool {
        let last = self.parts().last().map(Part::kind);
        matches!(last, Some(PartKind::CodeExecutionResult(_)))
    }

    /// Lets `edit` change each function call; a shared content is copied first.
    pub(crate) fn edit_calls(&mut self, mut edit: impl FnMut(&mut FunctionCall)) {
        let inner = Arc::make_mut(&mut self.0);
        inner.wire = WireCell::default();
        inner
            .parts
            .iter_mut()
            .filter_map(Part::function_call_mut)
            .for_each(&mut edit);
    }

    /// How many bytes this content has in `dialect`; 0 where it was not written in it before.
    pub(crate) fn wire_len(&self, dialect: Dialect) -> usize {
        self.0.wire.len(dialect)
    }

    /// Appends this content in `dialect` to `out`, from the cache when it was
    /// written in that dialect before.
    #[cfg_attr(not(feature = "_http"), expect(dead_code, reason = "no client is on"))]
    pub(crate) fn write_wire<E>(
        &self,
        dialect: Dialect,
        out: &mut Vec<u8>,
        write: impl FnOnce(&Self, &mut Vec<u8>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.0
            .wire
            .append(dialect, out, |buffer| write(self, buffer))
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::user(text)
    }
}

impl From<Part> for Content {
    /// What the user says, in one part.
    fn from(part: Part) -> Self {
        Self::new(Role::User, [part])
    }
}

impl From<Vec<Part>> for Content {
    /// What the user says, in several parts.
    fn from(parts: Vec<Part>) -> Self {
        Self::new(Role::User, parts)
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::user(text)
    }
}

impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.role() == other.role() && self.parts() == other.parts())
    }
}

impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Content")
            .field("role", &self.0.role)
            .field("parts", &self.parts())
            .finish()
    }
}

impl Serialize for Content {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("parts", self.parts())?;
        optional(&mut map, "role", self.role())?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        struct Wire {
            role: Option<Role>,
            #[serde(default)]
            parts: Parts,
        }
        let wire = Wire::deserialize(deserializer)?;
        Ok(Self::from_parts(wire.role, wire.parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_content_survives_the_way_through_json() {
        let text = r#"{"parts":[{"text":"t","thought":true},{"functionCall":{"id":"1","name":"f","args":{"a":[1]}},"thoughtSignature":"c2ln"},{"newKind":{"x":1}}],"role":"model"}"#;
        let content: Content = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&content).unwrap(), text);
        assert_eq!(content.text(), "");
        assert_eq!(content.function_calls().count(), 1);
    }

    #[test]
    fn a_part_of_two_kinds_or_none_loses_nothing() {
        let both = r#"{"parts":[{"functionCall":{"name":"f","args":{}},"text":"aside"},{"text":null},{}]}"#;
        let content: Content = serde_json::from_str(both).unwrap();
        assert_eq!(
            serde_json::to_string(&content).unwrap(),
            both.replace(r#""text":null"#, "")
        );
        assert!(serde_json::from_str::<Content>(r#"{"parts":[{"functionCall":7}]}"#).is_err());
    }
}
