//! Gemini's side of the wire.

use adk::Content;
use adk::model::{LlmRequest, LlmResponse, StreamingMode};
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::vendor::{Script, sse};

pub(crate) fn answer(url: &str, body: &Value, script: &Script) -> ResponseTemplate {
    let contents: Vec<Content> = serde_json::from_value(body["contents"].clone()).unwrap();
    let streaming = url.ends_with(":streamGenerateContent?alt=sse");
    assert!(
        streaming || url.ends_with("/v1beta/models/gemini-2.5-flash:generateContent"),
        "{url}"
    );
    let mode = if streaming {
        StreamingMode::Sse
    } else {
        StreamingMode::None
    };
    let system = body["systemInstruction"]["parts"][0]["text"].as_str();
    let request = LlmRequest::new(contents).with_system_instruction(system.unwrap());
    let responses = script.ask(request.with_streaming(mode));
    let last = responses.len() - 1;
    if !streaming {
        return ResponseTemplate::new(200).set_body_json(frame(&responses[last], true));
    }
    let frames = responses.iter().enumerate();
    sse(frames.map(|(index, response)| frame(response, index == last).to_string()))
}

fn frame(response: &LlmResponse, last: bool) -> Value {
    let mut candidate = json!({ "content": response.content(), "index": 0 });
    if last {
        candidate["finishReason"] = "STOP".into();
    }
    json!({ "candidates": [candidate], "modelVersion": "gemini-2.5-flash" })
}
