//! The side of the wire of chat completions.

use adk::content::{FunctionCall, FunctionResponse};
use adk::model::{LlmRequest, LlmResponse, StreamingMode};
use adk::{Content, Json, Part, Role};
use serde_json::{Value, json};
use wiremock::ResponseTemplate;

use super::vendor::{Script, sse};

pub(crate) fn answer(url: &str, body: &Value, script: &Script) -> ResponseTemplate {
    assert!(url.ends_with("/chat/completions"), "{url}");
    let messages = body["messages"].as_array().unwrap();
    let contents = messages
        .iter()
        .filter_map(|message| content(message, messages))
        .fold(Vec::new(), with_results_together);
    let streaming = body["stream"] == true;
    let mode = if streaming {
        StreamingMode::Sse
    } else {
        StreamingMode::None
    };
    let system = messages[0]["content"].as_str();
    let request = LlmRequest::new(contents).with_system_instruction(system.unwrap());
    let responses = script.ask(request.with_streaming(mode));
    let turn = messages.len();
    if !streaming {
        let choice = json!({ "index": 0, "message": message(&responses[0], turn), "finish_reason": finish(&responses[0]) });
        return ResponseTemplate::new(200).set_body_json(json!({ "choices": [choice] }));
    }
    let deltas = responses
        .iter()
        .map(|response| json!({ "index": 0, "delta": message(response, turn) }));
    let end = json!({ "index": 0, "delta": {}, "finish_reason": finish(&responses[0]) });
    let frames = deltas
        .chain([end])
        .map(|choice| json!({ "choices": [choice] }).to_string());
    sse(frames.chain(["[DONE]".to_owned()]))
}

/// The results of one turn, each of which is a message, as one content.
fn with_results_together(mut contents: Vec<Content>, next: Content) -> Vec<Content> {
    let is_result = |content: &Content| content.function_responses().next().is_some();
    match contents.last_mut() {
        Some(last) if is_result(last) && is_result(&next) => {
            let parts = last.parts().iter().chain(next.parts());
            *last = Content::new(Role::User, parts.cloned());
        }
        _ => contents.push(next),
    }
    contents
}

/// A message as content; the system's is none.
fn content(message: &Value, all: &[Value]) -> Option<Content> {
    let text = message["content"].as_str().unwrap_or_default();
    match message["role"].as_str()? {
        "user" => Some(Content::user(text)),
        "assistant" => {
            let calls = message["tool_calls"].as_array().into_iter().flatten();
            let calls = calls.map(|call| Part::from_function_call(called(call)));
            let said = (!text.is_empty()).then(|| Part::from_text(text));
            Some(Content::new(Role::Model, said.into_iter().chain(calls)))
        }
        "tool" => {
            let id = message["tool_call_id"].as_str().unwrap();
            let calls = all
                .iter()
                .filter_map(|message| message["tool_calls"].as_array())
                .flatten();
            let call = calls
                .map(called)
                .find(|call| call.id() == Some(id))
                .unwrap();
            let response = FunctionResponse::new(call.name(), text.parse::<Json>().unwrap());
            Some(Content::new(
                Role::User,
                [Part::from_function_response(response.with_id(id))],
            ))
        }
        _ => None,
    }
}

fn called(call: &Value) -> FunctionCall {
    let function = &call["function"];
    let args: Json = function["arguments"].as_str().unwrap().parse().unwrap();
    FunctionCall::new(function["name"].as_str().unwrap(), args)
        .with_id(call["id"].as_str().unwrap())
}

/// A response as a message; the ids of its calls are those of no other turn.
fn message(response: &LlmResponse, turn: usize) -> Value {
    let content = response.content().unwrap();
    let calls: Vec<Value> = content
        .function_calls()
        .enumerate()
        .map(|(index, call)| {
            json!({
                "index": index,
                "id": format!("call_{turn}_{index}"),
                "type": "function",
                "function": { "name": call.name(), "arguments": call.args().as_str() },
            })
        })
        .collect();
    if calls.is_empty() {
        return json!({ "role": "assistant", "content": content.text() });
    }
    json!({ "role": "assistant", "content": null, "tool_calls": calls })
}

fn finish(response: &LlmResponse) -> &'static str {
    match response.content().unwrap().function_calls().next() {
        Some(_) => "tool_calls",
        None => "stop",
    }
}
