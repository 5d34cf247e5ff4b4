//! What the model answers: a call to the user's words, words to the tool's output, a complaint to anything else.
//!
//! It reads the request strictly enough that a client which loses or doubles a part of its history is found out.

use serde::{Deserialize, de::IgnoredAny};
use serde_json::value::RawValue;

use crate::{Result, scene};

/// The two answers, made once.
pub(crate) struct Script {
    target: String,
    call: String,
    words: String,
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
        let (tool, arguments) = (scene::TOOL, scene::ARGUMENTS);
        let (signature, text) = (scene::SIGNATURE, scene::ANSWER);
        Self {
            target: format!("/v1beta/models/{}:generateContent", scene::MODEL),
            call: response(&format!(
                r#"{{"functionCall":{{"name":"{tool}","args":{arguments}}},"thoughtSignature":"{signature}"}}"#
            )),
            words: response(&format!(r#"{{"text":"{text}"}}"#)),
        }
    }
}

fn response(part: &str) -> String {
    let model = scene::MODEL;
    format!(
        r#"{{"candidates":[{{"content":{{"parts":[{part}],"role":"model"}},"finishReason":"STOP","index":0}}],"usageMetadata":{{"promptTokenCount":120,"candidatesTokenCount":18,"totalTokenCount":138}},"modelVersion":"{model}","responseId":"mXk4aZ2dJ8WQ1PIPrcmB6Ao"}}"#
    )
}

impl Script {
    /// The length of the request's history and the answer to it.
    pub(crate) fn answer(&self, target: &str, body: &[u8]) -> Result<(u64, &str)> {
        if target != self.target {
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
            (0, "user", [part]) if part.text == Some(scene::QUESTION) => &self.call,
            (2, "user", [part]) if is_output(part) && is_signed(history) => &self.words,
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

/// Whether the call before the output has come back with its signature.
fn is_signed(history: &[&RawValue]) -> bool {
    let call = history.last();
    call.is_some_and(|call| call.get().contains(scene::SIGNATURE))
}
