//! A request as chat completions: the messages and, behind them, the settings.

use bytes::Bytes;
use serde::Serialize;

use super::{messages, response_format, tools};
use crate::content::{Dialect, SchemaDialect, ToolChoice};
use crate::error::{Error, ErrorKind, Result};
use crate::model::{LlmRequest, StreamingMode};

/// The body of a request, each content and each declaration from its cache where it was
/// written before.
///
/// # Errors
/// [`ErrorKind::Config`] when a part has no JSON form, or when there are tools of another
/// vendor's server.
pub(in super::super) fn body(
    model: &str,
    request: &LlmRequest,
    schemas: SchemaDialect,
) -> Result<Bytes> {
    if let Some(tool) = request.server_tools().first() {
        let text = format!(
            "model `{model}` cannot be given the server tool {tool}: chat completions have functions \
             only; leave it out, or give the agent a model of the vendor whose tool it is"
        );
        return Err(Error::new(ErrorKind::Config, text));
    }
    let mut out = Vec::with_capacity(request.room(Dialect::OpenAi));
    write(model, request, schemas, &mut out).map_err(|error| {
        Error::new(ErrorKind::Config, "a request has no JSON form").with_source(error)
    })?;
    Ok(out.into())
}

fn write(
    model: &str,
    request: &LlmRequest,
    schemas: SchemaDialect,
    out: &mut Vec<u8>,
) -> serde_json::Result<()> {
    out.extend_from_slice(br#"{"messages":["#);
    if let Some(text) = request.system_instruction() {
        messages::write_system(text, out)?;
    }
    for content in request.contents() {
        content.write_wire(Dialect::OpenAi, out, messages::write)?;
    }
    // Each message ends in a comma, since one content may make none or several.
    if out.last() == Some(&b',') {
        out.pop();
    }
    out.extend_from_slice(b"],");
    if !request.declarations().is_empty() {
        out.extend_from_slice(br#""tools":["#);
        tools::write(request.declarations(), schemas, out)?;
        out.extend_from_slice(b"],");
    }
    response_format::write(request.config(), out)?;
    // The settings follow as the rest of the same object.
    let settings = serde_json::to_vec(&Settings::new(model, request))?;
    out.extend_from_slice(&settings[1..]);
    Ok(())
}

/// Everything beside the messages and the tools.
#[derive(Serialize)]
struct Settings<'a> {
    model: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    stop: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    presence_penalty: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frequency_penalty: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_options: Option<StreamOptions>,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

impl<'a> Settings<'a> {
    fn new(model: &'a str, request: &'a LlmRequest) -> Self {
        let config = request.config();
        let (reasons, length) = (is_reasoning(model), config.max_output_tokens);
        let streams = request.streaming() == StreamingMode::Sse;
        let has_tools = !request.declarations().is_empty();
        Self {
            model,
            temperature: config.temperature,
            top_p: config.top_p,
            max_tokens: length.filter(|_| !reasons),
            max_completion_tokens: length.filter(|_| reasons),
            stop: &config.stop_sequences,
            seed: config.seed,
            presence_penalty: config.presence_penalty,
            frequency_penalty: config.frequency_penalty,
            tool_choice: match config.tool_choice {
                ToolChoice::Any if has_tools => Some("required"),
                ToolChoice::None if has_tools => Some("none"),
                _ => None,
            },
            stream: streams.then_some(true),
            stream_options: streams.then_some(StreamOptions {
                include_usage: true,
            }),
        }
    }
}

/// OpenAI's reasoning models refuse `max_tokens`, which is what all others know.
fn is_reasoning(model: &str) -> bool {
    let name = model.rsplit('/').next().unwrap_or(model);
    let mut letters = name.bytes();
    name.starts_with("gpt-5")
        || (letters.next() == Some(b'o') && letters.next().is_some_and(|c| c.is_ascii_digit()))
}
