//! One part of a content: a text, a call, a file, ….

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE};
use bytes::Bytes;
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::fields::{self, Fields, Unknown, flag, optional};
use super::{FunctionCall, FunctionResponse, Json};

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

/// Bytes with their MIME type.
///
/// ```
/// let blob = adk::content::Blob::new("image/png", &b"\x89PNG"[..]);
/// assert_eq!(blob.mime_type(), "image/png");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blob {
    mime_type: Box<str>,
    data: Bytes,
    display_name: Option<Box<str>>,
}

/// A file that the model's server can fetch.
///
/// ```
/// let file = adk::content::FileData::new("application/pdf", "gs://bucket/report.pdf");
/// assert_eq!(file.file_uri(), "gs://bucket/report.pdf");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileData {
    #[serde(default)]
    mime_type: Box<str>,
    file_uri: Box<str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    display_name: Option<Box<str>>,
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

    pub(super) fn function_call_mut(&mut self) -> Option<&mut FunctionCall> {
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
}

impl Blob {
    /// Bytes of a MIME type.
    pub fn new(mime_type: impl Into<String>, data: impl Into<Bytes>) -> Self {
        Self {
            mime_type: mime_type.into().into(),
            data: data.into(),
            display_name: None,
        }
    }

    /// The MIME type.
    #[must_use]
    pub fn mime_type(&self) -> &str {
        &self.mime_type
    }

    /// The bytes.
    #[must_use]
    pub fn data(&self) -> &Bytes {
        &self.data
    }

    /// A name for people.
    #[must_use]
    pub fn display_name(&self) -> Option<&str> {
        self.display_name.as_deref()
    }
}

impl FileData {
    /// A file of a MIME type at a URI.
    pub fn new(mime_type: impl Into<String>, uri: impl Into<String>) -> Self {
        Self {
            mime_type: mime_type.into().into(),
            file_uri: uri.into().into(),
            display_name: None,
        }
    }

    /// The MIME type.
    #[must_use]
    pub fn mime_type(&self) -> &str {
        &self.mime_type
    }

    /// Where the file is.
    #[must_use]
    pub fn file_uri(&self) -> &str {
        &self.file_uri
    }
}

impl Serialize for Part {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match &self.kind {
            PartKind::Text(text) => map.serialize_entry("text", text)?,
            PartKind::InlineData(blob) => map.serialize_entry("inlineData", blob)?,
            PartKind::FileData(file) => map.serialize_entry("fileData", file)?,
            PartKind::FunctionCall(call) => map.serialize_entry("functionCall", call)?,
            PartKind::FunctionResponse(response) => {
                map.serialize_entry("functionResponse", response)?;
            }
            PartKind::ExecutableCode(code) => map.serialize_entry("executableCode", code)?,
            PartKind::CodeExecutionResult(result) => {
                map.serialize_entry("codeExecutionResult", result)?;
            }
            PartKind::Unknown => {}
        }
        flag(&mut map, "thought", self.thought)?;
        optional(&mut map, "thoughtSignature", self.thought_signature())?;
        fields::unknown(&mut map, &self.unknown)?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for Part {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut fields = Fields::deserialize(deserializer)?;
        let kind = if let Some(call) = fields.take("functionCall")? {
            PartKind::FunctionCall(call)
        } else if let Some(response) = fields.take("functionResponse")? {
            PartKind::FunctionResponse(response)
        } else if let Some(blob) = fields.take("inlineData")? {
            PartKind::InlineData(blob)
        } else if let Some(file) = fields.take("fileData")? {
            PartKind::FileData(file)
        } else if let Some(code) = fields.take("executableCode")? {
            PartKind::ExecutableCode(code)
        } else if let Some(result) = fields.take("codeExecutionResult")? {
            PartKind::CodeExecutionResult(result)
        } else if let Some(text) = fields.take("text")? {
            PartKind::Text(text)
        } else {
            PartKind::Unknown
        };
        Ok(Self {
            kind,
            thought: fields.take("thought")?.unwrap_or_default(),
            signature: fields.take("thoughtSignature")?,
            unknown: fields.unknown(),
        })
    }
}

impl Serialize for Blob {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("mimeType", &self.mime_type)?;
        map.serialize_entry("data", &STANDARD.encode(&self.data))?;
        optional(&mut map, "displayName", self.display_name())?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for Blob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Wire {
            #[serde(default)]
            mime_type: Box<str>,
            data: String,
            display_name: Option<Box<str>>,
        }
        let wire = Wire::deserialize(deserializer)?;
        let data = STANDARD
            .decode(&wire.data)
            .or_else(|_| URL_SAFE.decode(&wire.data))
            .or_else(|_| STANDARD_NO_PAD.decode(&wire.data))
            .map_err(|error| D::Error::custom(format!("`data` is not base64: {error}")))?;
        Ok(Self {
            mime_type: wire.mime_type,
            data: data.into(),
            display_name: wire.display_name,
        })
    }
}
