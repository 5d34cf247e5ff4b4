//! The Gemini API's JSON, to and from ours. Its contents are nearly ours: a request
//! leaves out what only this crate knows.

mod tools;

use std::sync::Arc;

use bytes::Bytes;
use http::StatusCode;
use memchr::memchr;
use serde::Deserialize;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::super::answer::{self, Unread, utf8};
use super::super::first::first;
use crate::content::{
    self, Blob, Content, Dialect, FileData, FunctionCall, FunctionResponse, GenerateContentConfig,
    Json, OWN_ID, Part, PartKind, SchemaDialect, Word,
};
use crate::error::{Error, ErrorKind, Result};
use crate::model::{FinishReason, LlmRequest, LlmResponse, UsageMetadata, last_word};

/// The body of a request, each content and each declaration from its cache where it was
/// written before.
///
/// # Errors
/// [`ErrorKind::Config`] when a part has no JSON form.
pub(super) fn body(request: &LlmRequest, schemas: SchemaDialect) -> Result<Bytes> {
    let mut out = Vec::with_capacity(request.room(Dialect::Gemini));
    write(request, schemas, &mut out).map_err(|error| {
        Error::new(ErrorKind::Config, "a request has no JSON form").with_source(error)
    })?;
    Ok(out.into())
}

fn write(
    request: &LlmRequest,
    schemas: SchemaDialect,
    out: &mut Vec<u8>,
) -> serde_json::Result<()> {
    out.extend_from_slice(br#"{"contents":["#);
    write_contents(request.contents(), out)?;
    out.extend_from_slice(br#"],"generationConfig":"#);
    write_config(request.config(), schemas, out)?;
    if let Some(instruction) = request.system_content() {
        out.extend_from_slice(br#","systemInstruction":"#);
        write_content(instruction, out)?;
    }
    tools::write(request, schemas, out)?;
    out.push(b'}');
    Ok(())
}

fn write_config(
    config: &GenerateContentConfig,
    schemas: SchemaDialect,
    out: &mut Vec<u8>,
) -> serde_json::Result<()> {
    serde_json::to_writer(&mut *out, config)?;
    let Some(schema) = &config.response_schema else {
        return Ok(());
    };
    // The schema, which keeps its text, goes on with the settings' object.
    out.pop();
    if out.last() != Some(&b'{') {
        out.push(b',');
    }
    out.extend_from_slice(match schemas {
        SchemaDialect::GeminiOpenApi => br#""responseSchema":"#,
        _ => br#""responseJsonSchema":"#,
    });
    schema.append(schemas, out, |schema| {
        let schema = schema.rewrite(schemas).map_err(serde::ser::Error::custom)?;
        Ok(schema.as_str().into())
    })?;
    out.push(b'}');
    Ok(())
}

fn write_contents(contents: &[Content], out: &mut Vec<u8>) -> serde_json::Result<()> {
    let mut last = None;
    for content in contents.iter().filter(|content| !is_silent(content)) {
        if last.replace(content).is_some() {
            out.push(b',');
        }
        write_content(content, out)?;
    }
    let Some(word) = last_word(last) else {
        return Ok(());
    };
    if last.is_some() {
        out.push(b',');
    }
    write_content(&word, out)
}

fn write_content(content: &Content, out: &mut Vec<u8>) -> serde_json::Result<()> {
    content.write_wire(Dialect::Gemini, out, |content, out| {
        serde_json::to_writer(out, &WireContent(content))
    })
}

/// Whether the API would refuse the content for having nothing in it. No part of what is for
/// models is empty, so that most contents are not looked into.
fn is_silent(content: &Content) -> bool {
    let parts = content.parts();
    parts.is_empty() || !content.is_for_models() && parts.iter().all(Part::is_empty)
}

struct WireContent<'a>(&'a Content);
struct WireParts<'a>(&'a [Part]);
struct WirePart<'a>(&'a Part);
struct WireCall<'a>(&'a FunctionCall);
struct WireResponse<'a>(&'a FunctionResponse);
struct WireBlob<'a>(&'a Blob);
struct WireFile<'a>(&'a FileData);

impl Serialize for WireContent<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("parts", &WireParts(self.0.parts()))?;
        content::optional(&mut map, "role", self.0.role())?;
        map.end()
    }
}

impl Serialize for WireParts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut parts = serializer.serialize_seq(None)?;
        for part in self.0.iter().filter(|part| !part.is_empty()) {
            parts.serialize_element(&WirePart(part))?;
        }
        parts.end()
    }
}

impl Serialize for WirePart<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let part = self.0;
        let mut map = serializer.serialize_map(None)?;
        match part.kind() {
            PartKind::FunctionCall(call) => map.serialize_entry("functionCall", &WireCall(call))?,
            PartKind::FunctionResponse(response) => {
                map.serialize_entry("functionResponse", &WireResponse(response))?;
            }
            PartKind::InlineData(blob) => map.serialize_entry("inlineData", &WireBlob(blob))?,
            PartKind::FileData(file) => map.serialize_entry("fileData", &WireFile(file))?,
            _ => part.serialize_kind(&mut map)?,
        }
        part.serialize_rest(&mut map)?;
        map.end()
    }
}

impl Serialize for WireCall<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        content::optional(&mut map, "id", vendors_id(self.0.id()))?;
        // The API reads nothing but an object here, whatever a model once sent.
        if self.0.args().is_object() {
            map.serialize_entry("args", self.0.args())?;
        } else {
            map.serialize_entry("args", &Json::empty_object())?;
        }
        map.serialize_entry("name", &content::sendable_name(self.0.name()))?;
        map.end()
    }
}

impl Serialize for WireResponse<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        content::optional(&mut map, "id", vendors_id(self.0.id()))?;
        map.serialize_entry("name", &content::sendable_name(self.0.name()))?;
        let response = self.0.response();
        if holds_references(response.as_str()) {
            let result = response.as_str();
            map.serialize_entry("response", &Wrapped { result })?;
        } else if response.is_object() {
            map.serialize_entry("response", response)?;
        } else {
            map.serialize_entry("response", &Wrapped { result: response })?;
        }
        map.end()
    }
}

/// Whether the result is, or holds, a JSON Schema with references: Gemini 3 takes them for
/// references of its own and refuses the request, unless they stand in a text.
fn holds_references(result: &str) -> bool {
    // Most results have no dollar, which is found out at once.
    memchr(b'$', result.as_bytes()).is_some()
        && (result.contains(r#""$ref":"#) || result.contains(r#""$defs":"#))
}

#[derive(serde::Serialize)]
struct Wrapped<T> {
    result: T,
}

impl Serialize for WireBlob<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("mimeType", self.0.mime_type())?;
        map.serialize_entry("data", &self.0.base64())?;
        map.end()
    }
}

impl Serialize for WireFile<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("mimeType", self.0.mime_type())?;
        map.serialize_entry("fileUri", self.0.file_uri())?;
        map.end()
    }
}

/// The id, if it is one that the API gave: those made here mean nothing to it.
fn vendors_id(id: Option<&str>) -> Option<&str> {
    id.filter(|id| !id.starts_with(OWN_ID))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer<'a> {
    #[serde(default, deserialize_with = "first", rename = "candidates")]
    candidate: Option<Candidate>,
    usage_metadata: Option<UsageMetadata>,
    #[serde(borrow)]
    model_version: Option<Word<'a>>,
    prompt_feedback: Option<Feedback>,
    error: Option<Status>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Candidate {
    content: Option<Content>,
    finish_reason: Option<FinishReason>,
    finish_message: Option<Box<str>>,
    citation_metadata: Option<Json>,
    grounding_metadata: Option<Json>,
    logprobs_result: Option<Json>,
    avg_logprobs: Option<f64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Feedback {
    block_reason: Option<String>,
    block_reason_message: Option<String>,
}

#[derive(Deserialize)]
struct Status {
    code: Option<u16>,
    message: Option<String>,
}

#[derive(Deserialize)]
struct Failure {
    error: Status,
}

/// Reads answers of the Gemini API.
#[derive(Default)]
pub(super) struct Reader {
    /// Which every frame of a stream tells again.
    model_version: Option<Arc<str>>,
}

impl answer::Reader for Reader {
    fn whole(&mut self, body: &[u8]) -> Result<LlmResponse, Unread> {
        let response = self.read(body)?;
        match (
            &response.content,
            &response.finish_reason,
            response.error_code(),
        ) {
            (None, None, None) => Err(Unread::Empty),
            _ => Ok(response),
        }
    }

    fn frame(&mut self, data: &[u8]) -> Result<Option<LlmResponse>, Unread> {
        // Not Google's, but of some servers that speak its protocol.
        if data == b"[DONE]" {
            return Ok(None);
        }
        self.read(data).map(Some)
    }
}

impl Reader {
    fn read(&mut self, data: &[u8]) -> Result<LlmResponse, Unread> {
        let answer: Answer<'_> = serde_json::from_str(utf8(data)?)?;
        if let Some(Status { code, message }) = answer.error {
            let status = code.and_then(|code| StatusCode::from_u16(code).ok());
            let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            return Err(Unread::Refused(status, message.unwrap_or_default()));
        }
        let mut response = match (answer.candidate, answer.prompt_feedback) {
            (Some(candidate), _) => candidate.into_response(),
            (
                None,
                Some(Feedback {
                    block_reason: Some(reason),
                    block_reason_message,
                }),
            ) => LlmResponse::from_error(reason, block_reason_message.unwrap_or_default()),
            (None, _) => LlmResponse::default(),
        };
        response.usage = answer.usage_metadata;
        response.model_version = answer.model_version.map(|name| self.version(&name.0));
        Ok(response)
    }

    fn version(&mut self, name: &str) -> Arc<str> {
        match &self.model_version {
            Some(known) if **known == *name => Arc::clone(known),
            _ => Arc::clone(self.model_version.insert(name.into())),
        }
    }
}

impl Candidate {
    fn into_response(self) -> LlmResponse {
        let mut response = LlmResponse {
            content: self.content,
            finish_reason: self.finish_reason.filter(is_reason),
            ..LlmResponse::default()
        };
        if self.finish_message.is_some()
            || self.citation_metadata.is_some()
            || self.grounding_metadata.is_some()
            || self.logprobs_result.is_some()
            || self.avg_logprobs.is_some()
        {
            let rare = response.rare_mut();
            rare.error_message = self.finish_message;
            rare.citation_metadata = self.citation_metadata;
            rare.grounding_metadata = self.grounding_metadata;
            rare.logprobs_result = self.logprobs_result;
            rare.avg_logprobs = self.avg_logprobs;
        }
        response
    }
}

/// Whether it says anything: the API has a word for having no reason yet.
fn is_reason(reason: &FinishReason) -> bool {
    reason.as_str() != "FINISH_REASON_UNSPECIFIED"
}

/// What the API says of a failure: an object, or an array of one.
pub(super) fn error_text(body: &[u8]) -> Option<String> {
    // The array first, as serde takes one for the fields of an object too.
    let failure = serde_json::from_slice::<[Failure; 1]>(body)
        .map(|[failure]| failure)
        .or_else(|_| serde_json::from_slice::<Failure>(body));
    failure.ok()?.error.message
}
