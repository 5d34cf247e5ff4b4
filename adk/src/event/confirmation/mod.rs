//! A question to a person before a tool goes on, and the answer: ADK's tool confirmation.

mod request;

pub use request::ConfirmationRequest;
pub(crate) use request::confirmation_answers;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::content::{Fields, Json, Unknown, flag, optional, unknown};

/// Asks a person whether a tool call may go on, or says what the person answered.
///
/// A tool asks with [`ToolContext::request_confirmation`](crate::ToolContext::request_confirmation)
/// and finds the answer in [`ToolContext::tool_confirmation`](crate::ToolContext::tool_confirmation).
///
/// ```
/// use adk::event::ToolConfirmation;
/// use serde_json::json;
///
/// let answer = ToolConfirmation::approved().with_payload(json!({ "days": 3 }));
/// assert!(answer.is_confirmed());
/// assert_eq!(answer.payload().unwrap().as_str(), r#"{"days":3}"#);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ToolConfirmation {
    hint: Box<str>,
    confirmed: bool,
    payload: Option<Json>,
    by_tool: bool,
    unknown: Unknown,
}

impl ToolConfirmation {
    /// A question that is not answered yet; `hint` says what it is about.
    #[must_use]
    pub fn request(hint: impl Into<String>) -> Self {
        Self {
            hint: hint.into().into(),
            confirmed: false,
            payload: None,
            by_tool: false,
            unknown: None,
        }
    }

    /// The answer that the call may go on.
    #[must_use]
    pub fn approved() -> Self {
        Self {
            confirmed: true,
            ..Self::request("")
        }
    }

    /// The answer that the call may not go on.
    #[must_use]
    pub fn denied() -> Self {
        Self::request("")
    }

    /// The same with data: what the tool shows beside its question, or what the person
    /// sends with the answer.
    #[must_use]
    pub fn with_payload(mut self, payload: impl Into<Json>) -> Self {
        self.payload = Some(payload.into());
        self
    }

    /// The same of a question that the tool itself asked: it is called when that is denied too,
    /// and looks at the answer. What a gate or a hook asked about is not.
    pub(crate) fn asked_by_tool(mut self, by_tool: bool) -> Self {
        self.by_tool = by_tool;
        self
    }

    pub(crate) fn is_by_tool(&self) -> bool {
        self.by_tool
    }

    /// What the question is about; empty in an answer.
    #[must_use]
    pub fn hint(&self) -> &str {
        &self.hint
    }

    /// Whether the call may go on. A question that is not answered says no.
    #[must_use]
    pub fn is_confirmed(&self) -> bool {
        self.confirmed
    }

    /// The data that came with the question or the answer.
    #[must_use]
    pub fn payload(&self) -> Option<&Json> {
        self.payload.as_ref()
    }
}

impl Serialize for ToolConfirmation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("hint", &self.hint)?;
        map.serialize_entry("confirmed", &self.confirmed)?;
        optional(&mut map, "payload", self.payload.as_ref())?;
        flag(&mut map, "askedByTool", self.by_tool)?;
        unknown(&mut map, &self.unknown)?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for ToolConfirmation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fields = Fields::deserialize(deserializer)?;
        Ok(Self {
            hint: fields.take("hint")?.unwrap_or_default(),
            confirmed: fields.take("confirmed")?.unwrap_or_default(),
            payload: fields.take("payload")?,
            by_tool: fields.take("askedByTool")?.unwrap_or_default(),
            unknown: fields.unknown(),
        })
    }
}
