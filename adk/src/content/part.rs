//! One part of a content: a text, a call, a file, ….

use std::fmt;

use bytes::Bytes;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use super::fields::{self, Unknown, flag, optional};
use super::{Blob, FileData, FunctionCall, FunctionResponse, Json};

/// How the names of the calls begin by which a run asks its user.
const ASKS: &str = "adk_request_";

/// A piece of a [`Content`](super::Content).
///
/// ```
/// use adk::Part;
///
/// let part = Part::from_text("42 is even.").into_thought();
/// assert!(part.is_thought());
/// assert_eq!(part.text(), Some("42 is even."));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    kind: PartKind,
    thought: bool,
    signature: Option<Box<str>>,
    unknown: Unknown,
}

/// What a [`Part`] holds.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum PartKind {
    /// Text.
    Text(Box<str>),
    /// Bytes within the message.
    InlineData(Box<Blob>),
    /// A file elsewhere.
    FileData(Box<FileData>),
    /// The model asks for a tool.
    FunctionCall(Box<FunctionCall>),
    /// A tool answers.
    FunctionResponse(Box<FunctionResponse>),
    /// Code that the model's server ran.
    ExecutableCode(Json),
    /// What that code printed.
    CodeExecutionResult(Json),
    /// Nothing that this version knows; its JSON is kept.
    Unknown,
}

impl Part {
    fn of(kind: PartKind) -> Self {
        Self {
            kind,
            thought: false,
            signature: None,
            unknown: None,
        }
    }

    /// A text.
    pub fn from_text(text: impl Into<String>) -> Self {
        Self::of(PartKind::Text(text.into().into()))
    }

    /// Bytes of a MIME type.
    pub fn from_bytes(mime_type: impl Into<String>, data: impl Into<Bytes>) -> Self {
        Self::of(PartKind::InlineData(Box::new(Blob::new(mime_type, data))))
    }

    /// A file elsewhere.
    pub fn from_uri(mime_type: impl Into<String>, uri: impl Into<String>) -> Self {
        Self::of(PartKind::FileData(Box::new(FileData::new(mime_type, uri))))
    }

    /// A function call.
    #[must_use]
    pub fn from_function_call(call: FunctionCall) -> Self {
        Self::of(PartKind::FunctionCall(Box::new(call)))
    }

    /// A function response.
    #[must_use]
    pub fn from_function_response(response: FunctionResponse) -> Self {
        Self::of(PartKind::FunctionResponse(Box::new(response)))
    }

    /// No more than the signature of a thought, as streams may end with.
    pub(crate) fn from_signature(signature: Box<str>) -> Self {
        Self {
            signature: Some(signature),
            ..Self::of(PartKind::Unknown)
        }
    }

    /// The same part, marked as a thought: shown to a person on request, no answer.
    #[must_use]
    pub fn into_thought(mut self) -> Self {
        self.thought = true;
        self
    }

    /// The same part with the signature by which a model knows its own thought
    /// again: opaque text, base64 where Gemini made it.
    #[must_use]
    pub fn with_thought_signature(mut self, signature: impl Into<String>) -> Self {
        self.signature = Some(signature.into().into());
        self
    }

    /// The same part without the signature of a thought.
    pub(crate) fn unsigned(&self) -> Self {
        Self {
            signature: None,
            ..self.clone()
        }
    }

    pub(crate) fn set_thought_signature(&mut self, signature: Box<str>) {
        self.signature = Some(signature);
    }

    /// What the part holds.
    #[must_use]
    pub fn kind(&self) -> &PartKind {
        &self.kind
    }

    /// Whether the part is a thought.
    #[must_use]
    pub fn is_thought(&self) -> bool {
        self.thought
    }

    /// The signature of the thought behind this part.
    #[must_use]
    pub fn thought_signature(&self) -> Option<&str> {
        self.signature.as_deref()
    }

    /// The text of a text part, thoughts included.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            PartKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The call of a call part.
    #[must_use]
    pub fn function_call(&self) -> Option<&FunctionCall> {
        match &self.kind {
            PartKind::FunctionCall(call) => Some(call),
            _ => None,
        }
    }

    pub(crate) fn function_call_mut(&mut self) -> Option<&mut FunctionCall> {
        match &mut self.kind {
            PartKind::FunctionCall(call) => Some(call),
            _ => None,
        }
    }

    /// The response of a response part.
    #[must_use]
    pub fn function_response(&self) -> Option<&FunctionResponse> {
        match &self.kind {
            PartKind::FunctionResponse(response) => Some(response),
            _ => None,
        }
    }

    /// Whether the part says nothing at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let silent = match &self.kind {
            PartKind::Text(text) => text.is_empty(),
            PartKind::Unknown => true,
            _ => false,
        };
        silent && self.signature.is_none() && self.unknown.is_none()
    }

    /// Whether a model may be told of it: it says something, and is no question of a run to
    /// its user, such as `adk_request_confirmation`, and no answer to one.
    pub(crate) fn is_for_models(&self) -> bool {
        let name = match &self.kind {
            PartKind::FunctionCall(call) => call.name(),
            PartKind::FunctionResponse(response) => response.name(),
            _ => return !self.is_empty(),
        };
        !name.starts_with(ASKS)
    }
}

impl Part {
    /// Writes what the part holds, as ADK does.
    pub(crate) fn serialize_kind<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        match &self.kind {
            PartKind::Text(text) => map.serialize_entry("text", text),
            PartKind::InlineData(blob) => map.serialize_entry("inlineData", blob),
            PartKind::FileData(file) => map.serialize_entry("fileData", file),
            PartKind::FunctionCall(call) => map.serialize_entry("functionCall", call),
            PartKind::FunctionResponse(response) => {
                map.serialize_entry("functionResponse", response)
            }
            PartKind::ExecutableCode(code) => map.serialize_entry("executableCode", code),
            PartKind::CodeExecutionResult(result) => {
                map.serialize_entry("codeExecutionResult", result)
            }
            PartKind::Unknown => Ok(()),
        }
    }

    /// Writes what stands beside it: the thought's flag and signature, unknown fields.
    pub(crate) fn serialize_rest<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        flag(map, "thought", self.thought)?;
        optional(map, "thoughtSignature", self.thought_signature())?;
        fields::unknown(map, &self.unknown)
    }
}

impl Serialize for Part {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.serialize_kind(&mut map)?;
        self.serialize_rest(&mut map)?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for Part {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PartVisitor)
    }
}

#[derive(serde::Deserialize)]
#[serde(field_identifier, rename_all = "camelCase")]
enum Field {
    Text,
    InlineData,
    FileData,
    FunctionCall,
    FunctionResponse,
    ExecutableCode,
    CodeExecutionResult,
    Thought,
    ThoughtSignature,
    Other(Box<str>),
}

/// Decodes each field where it stands: parts are what streams and stores are made of.
struct PartVisitor;

impl<'de> Visitor<'de> for PartVisitor {
    type Value = Part;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a part of a content")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Part, A::Error> {
        let (mut text, mut kind, mut unknown) = (None::<Box<str>>, None, Vec::new());
        let mut part = Part::of(PartKind::Unknown);
        while let Some(field) = map.next_key()? {
            match field {
                Field::Text => text = map.next_value()?,
                Field::InlineData => kind = value(&mut map, PartKind::InlineData)?.or(kind),
                Field::FileData => kind = value(&mut map, PartKind::FileData)?.or(kind),
                Field::FunctionCall => kind = value(&mut map, PartKind::FunctionCall)?.or(kind),
                Field::FunctionResponse => {
                    kind = value(&mut map, PartKind::FunctionResponse)?.or(kind);
                }
                Field::ExecutableCode => {
                    kind = value(&mut map, PartKind::ExecutableCode)?.or(kind);
                }
                Field::CodeExecutionResult => {
                    kind = value(&mut map, PartKind::CodeExecutionResult)?.or(kind);
                }
                Field::Thought => part.thought = map.next_value::<Option<_>>()? == Some(true),
                Field::ThoughtSignature => part.signature = map.next_value()?,
                Field::Other(name) => unknown.push((name, map.next_value::<Json>()?)),
            }
        }
        match (kind, text) {
            (Some(kind), text) => {
                part.kind = kind;
                unknown.extend(text.map(|text| ("text".into(), Value::from(&*text).into())));
            }
            (None, Some(text)) => part.kind = PartKind::Text(text),
            (None, None) => {}
        }
        part.unknown = (!unknown.is_empty()).then(|| unknown.into_boxed_slice());
        Ok(part)
    }
}

fn value<'de, A: MapAccess<'de>, T: Deserialize<'de>>(
    map: &mut A,
    kind: fn(T) -> PartKind,
) -> Result<Option<PartKind>, A::Error> {
    Ok(map.next_value::<Option<T>>()?.map(kind))
}
