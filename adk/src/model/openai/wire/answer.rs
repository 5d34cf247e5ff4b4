//! Answers of chat completions: whole ones, and the deltas of streams.

use std::borrow::Cow;

use http::StatusCode;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::calls::OpenCalls;
use crate::content::{Content, Part, Role};
use crate::model::answer::{self, Unread, utf8};
use crate::model::first::first;
use crate::model::{FinishReason, LlmResponse, UsageMetadata};

/// Reads answers, and keeps the calls of a stream until they are whole.
#[derive(Debug, Default)]
pub(in super::super) struct Reader {
    calls: OpenCalls,
}

#[derive(Deserialize)]
struct Answer<'a> {
    #[serde(borrow, default, deserialize_with = "first", rename = "choices")]
    choice: Option<Choice<'a>>,
    #[serde(borrow)]
    model: Option<Text<'a>>,
    usage: Option<Usage>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Choice<'a> {
    #[serde(borrow)]
    message: Option<Said<'a>>,
    #[serde(borrow)]
    delta: Option<Said<'a>>,
    #[serde(borrow)]
    finish_reason: Option<Text<'a>>,
}

/// A message, or what a delta adds to one.
#[derive(Deserialize)]
struct Said<'a> {
    content: Option<String>,
    reasoning_content: Option<String>,
    reasoning: Option<String>,
    refusal: Option<String>,
    #[serde(borrow)]
    tool_calls: Option<Vec<Call<'a>>>,
}

#[derive(Deserialize)]
pub(super) struct Call<'a> {
    pub(super) index: Option<u32>,
    #[serde(borrow)]
    pub(super) id: Option<Text<'a>>,
    #[serde(borrow)]
    pub(super) function: Option<Function<'a>>,
}

#[derive(Deserialize)]
pub(super) struct Function<'a> {
    #[serde(borrow)]
    pub(super) name: Option<Text<'a>>,
    /// JSON in a string; some servers send the JSON itself.
    #[serde(borrow)]
    pub(super) arguments: Option<&'a RawValue>,
}

/// A text that stays where it was read, unless it has escapes.
#[derive(Deserialize)]
#[serde(transparent)]
pub(super) struct Text<'a>(#[serde(borrow)] pub(super) Cow<'a, str>);

#[derive(Deserialize)]
struct Usage {
    prompt_tokens: Option<u32>,
    completion_tokens: Option<u32>,
    total_tokens: Option<u32>,
    prompt_tokens_details: Option<PromptDetails>,
    completion_tokens_details: Option<CompletionDetails>,
}

#[derive(Deserialize)]
struct PromptDetails {
    cached_tokens: Option<u32>,
}

#[derive(Deserialize)]
struct CompletionDetails {
    reasoning_tokens: Option<u32>,
}

impl answer::Reader for Reader {
    fn whole(&mut self, body: &[u8]) -> Result<LlmResponse, Unread> {
        let response = self.read(body, true)?;
        match (&response.content, &response.finish_reason) {
            (None, None) => Err(Unread::Empty),
            _ => Ok(response),
        }
    }

    fn frame(&mut self, data: &[u8]) -> Result<Option<LlmResponse>, Unread> {
        if data == b"[DONE]" {
            return Ok(None);
        }
        self.read(data, false).map(Some)
    }
}

impl Reader {
    /// The response in `data`, with the calls as soon as nothing can be added to them.
    fn read(&mut self, data: &[u8], is_all: bool) -> Result<LlmResponse, Unread> {
        let answer: Answer<'_> = serde_json::from_str(utf8(data)?)?;
        if let Some(error) = answer.error {
            return Err(refusal(error));
        }
        let mut response = LlmResponse {
            usage: answer.usage.map(Into::into),
            model_version: answer.model.map(|model| model.0.into()),
            ..LlmResponse::default()
        };
        let Some(choice) = answer.choice else {
            return Ok(response);
        };
        let mut parts = Vec::new();
        if let Some(said) = choice.delta.or(choice.message) {
            let reasoning = said.reasoning_content.or(said.reasoning);
            parts.extend(text(reasoning).map(Part::into_thought));
            parts.extend(text(said.content));
            parts.extend(text(said.refusal));
            for call in said.tool_calls.into_iter().flatten() {
                if is_all {
                    self.calls.push(call)?;
                } else {
                    self.calls.add(call)?;
                }
            }
        }
        response.finish_reason = choice.finish_reason.as_ref().and_then(finish_reason);
        if is_all || response.finish_reason.is_some() {
            parts.extend(self.calls.take(response.finish_reason.as_ref()));
        }
        if !parts.is_empty() {
            response.content = Some(Content::new(Role::Model, parts));
        }
        Ok(response)
    }
}

fn text(text: Option<String>) -> Option<Part> {
    text.filter(|text| !text.is_empty()).map(Part::from_text)
}

fn finish_reason(word: &Text<'_>) -> Option<FinishReason> {
    match &*word.0 {
        "" => None,
        "stop" | "tool_calls" | "function_call" => Some(FinishReason::Stop),
        "length" => Some(FinishReason::MaxTokens),
        "content_filter" => Some(FinishReason::Safety),
        other => Some(FinishReason::Other(other.into())),
    }
}

impl From<Usage> for UsageMetadata {
    fn from(usage: Usage) -> Self {
        let thoughts = usage
            .completion_tokens_details
            .and_then(|details| details.reasoning_tokens);
        let cached = usage
            .prompt_tokens_details
            .and_then(|details| details.cached_tokens);
        let read = usage.prompt_tokens.unwrap_or_default();
        let written = usage.completion_tokens.unwrap_or_default();
        let mut ours = Self::new(read, written.saturating_sub(thoughts.unwrap_or_default()));
        if let Some(tokens) = thoughts {
            ours = ours.with_thoughts(tokens);
        }
        if let Some(tokens) = cached {
            ours = ours.with_cached_content(tokens);
        }
        let sum = read.saturating_add(written);
        ours.with_total(usage.total_tokens.unwrap_or(sum))
    }
}

fn refusal(error: &RawValue) -> Unread {
    let error: Value = serde_json::from_str(error.get()).unwrap_or_default();
    let code = error["code"]
        .as_u64()
        .and_then(|code| u16::try_from(code).ok());
    let status = code.and_then(|code| StatusCode::from_u16(code).ok());
    Unread::Refused(
        status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
        failure_text(&error).unwrap_or_default(),
    )
}

/// What a server says of a failure: OpenAI in an object, others in other ways.
pub(in super::super) fn error_text(body: &[u8]) -> Option<String> {
    let body: Value = serde_json::from_slice(body).ok()?;
    let body = body.get(0).unwrap_or(&body);
    failure_text(&body["error"])
        .or_else(|| failure_text(body))
        .or_else(|| failure_text(&body["detail"]))
}

fn failure_text(failure: &Value) -> Option<String> {
    let text = failure.as_str().or_else(|| failure["message"].as_str());
    text.map(str::to_owned)
}
