//! What the model answers: a call to the user's words, words to the tool's output, a complaint to anything else.
//!
//! It reads the request strictly enough that a client which loses or doubles a part of its history is found out.

use std::iter;

use serde::{Deserialize, de::IgnoredAny};
use serde_json::value::RawValue;

use crate::{Result, scene};

/// The answers, made once.
pub(crate) struct Script {
    whole: String,
    streamed: String,
    call: String,
    calls: String,
    words: String,
    pieces: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request<'a> {
    #[serde(borrow)]
    contents: Vec<&'a RawValue>,
    tools: Vec<IgnoredAny>,
    #[serde(rename = "systemInstruction")]
    _system_instruction: IgnoredAny,
}

#[derive(Deserialize)]
struct Content<'a> {
    role: &'a str,
    #[serde(borrow)]
    parts: Vec<Part<'a>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Part<'a> {
    text: Option<&'a str>,
    #[serde(borrow)]
    function_response: Option<FunctionResponse<'a>>,
}

#[derive(Deserialize)]
struct FunctionResponse<'a> {
    name: &'a str,
    #[serde(borrow)]
    response: &'a RawValue,
}

impl Default for Script {
    fn default() -> Self {
        let model = scene::MODEL;
        let (first, other) = (call(true), call(false));
        let calls = iter::once(first.as_str()).chain(iter::repeat_n(
            other.as_str(),
            usize::from(scene::CALLS) - 1,
        ));
        let frame = |end| format!("data: {}\r\n\r\n", response(&text(scene::PIECE), end));
        Self {
            whole: format!("/v1beta/models/{model}:generateContent"),
            streamed: format!("/v1beta/models/{model}:streamGenerateContent?alt=sse"),
            call: response(&first, END),
            calls: response(&calls.collect::<Vec<_>>().join(","), END),
            words: response(&text(scene::ANSWER), END),
            pieces: frame("").repeat(usize::from(scene::PIECES) - 1) + &frame(END),
        }
    }
}

/// What the last piece of an answer has.
const END: &str = r#""finishReason":"STOP","#;

/// Of the calls of one answer, only the first is signed.
fn call(signed: bool) -> String {
    let (tool, arguments) = (scene::TOOL, scene::ARGUMENTS);
    let signature = if signed {
        format!(r#","thoughtSignature":"{}""#, scene::SIGNATURE)
    } else {
        String::new()
    };
    format!(r#"{{"functionCall":{{"name":"{tool}","args":{arguments}}}{signature}}}"#)
}

fn text(text: &str) -> String {
    format!(r#"{{"text":"{text}"}}"#)
}

fn response(parts: &str, end: &str) -> String {
    let model = scene::MODEL;
    format!(
        r#"{{"candidates":[{{"content":{{"parts":[{parts}],"role":"model"}},{end}"index":0}}],"usageMetadata":{{"promptTokenCount":120,"candidatesTokenCount":18,"totalTokenCount":138}},"modelVersion":"{model}","responseId":"mXk4aZ2dJ8WQ1PIPrcmB6Ao"}}"#
    )
}

impl Script {
    /// The length of the request's history and the answer to it.
    pub(crate) fn answer(&self, target: &str, body: &[u8]) -> Result<(u64, &str)> {
        let streams = target == self.streamed;
        if !streams && target != self.whole {
            return Err(format!("no such model: {target}").into());
        }
        let request: Request<'_> = serde_json::from_slice(body)?;
        if request.tools.is_empty() {
            return Err("no tools".into());
        }
        let [history @ .., last] = request.contents.as_slice() else {
            return Err("no contents".into());
        };
        let last: Content<'_> = serde_json::from_str(last.get())?;
        let answer = match (history.len() % 4, last.role, last.parts.as_slice()) {
            (0, "user", [part]) => match (part.text, streams) {
                (Some(scene::QUESTION), false) => &self.call,
                (Some(scene::BROAD_QUESTION), false) => &self.calls,
                (Some(scene::LONG_QUESTION), true) => &self.pieces,
                (text, _) => return Err(format!("nobody asks {text:?}").into()),
            },
            (2, "user", parts) if parts.iter().all(is_output) && calls(history) == parts.len() => {
                &self.words
            }
            (length, role, _) => return Err(format!("{length} contents, then {role}'s").into()),
        };
        Ok((request.contents.len() as u64, answer))
    }
}

fn is_output(part: &Part<'_>) -> bool {
    part.function_response
        .as_ref()
        .is_some_and(|output| output.name == scene::TOOL && output.response.get() == scene::OUTPUT)
}

/// The calls before the outputs; none, if they have come back without their signature.
fn calls(history: &[&RawValue]) -> usize {
    let answer = history.last().map_or("", |answer| answer.get());
    if answer.contains(scene::SIGNATURE) {
        answer.matches(r#""functionCall""#).count()
    } else {
        0
    }
}
