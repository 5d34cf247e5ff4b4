//! What the client sends.

use std::sync::Arc;

use adk::content::{
    FunctionCall, FunctionDeclaration, FunctionResponse, GenerateContentConfig, Schema, ToolChoice,
};
use adk::model::{FinishReason, Llm, LlmRequest, OpenAi};
use adk::{Content, ErrorKind, Part, Role};
use serde_json::{Value, json};
use tests::fake_server::{FakeServer, Reply};

use super::{answer, model};
use crate::{ask, parts, plain, streamed};

async fn body_of(name: &str, request: LlmRequest) -> Value {
    let server = FakeServer::start([Reply::json(answer(&json!({"content": "ok"}), "stop"))])
        .await
        .unwrap();
    ask(&model(&server, name), request).await.whole();
    serde_json::from_str(&server.received()[0].body).unwrap()
}

#[tokio::test]
async fn the_smallest_request_has_a_model_and_a_message() {
    let server = FakeServer::start([Reply::json(answer(
        &json!({"role": "assistant", "content": "Paris"}),
        "stop",
    ))])
    .await
    .unwrap();
    let answered = ask(&model(&server, "gpt-5"), plain("Hi")).await;
    let whole = answered.whole();
    assert_eq!(answered.responses.len(), 1);
    assert_eq!(parts(whole), json!([{"text": "Paris"}]));
    assert_eq!(whole.content().unwrap().role(), Some(&Role::Model));
    assert_eq!(whole.finish_reason(), Some(&FinishReason::Stop));
    assert_eq!(whole.model_version(), Some("gpt-5-2026"));
    let usage = whole.usage().unwrap();
    assert_eq!(
        (
            usage.prompt_token_count(),
            usage.cached_content_token_count()
        ),
        (10, Some(4))
    );
    assert_eq!(
        (usage.candidates_token_count(), usage.thoughts_token_count()),
        (3, Some(6))
    );
    assert_eq!(usage.total_token_count(), 19);
    let received = &server.received()[0];
    assert_eq!(received.path, "/v1/chat/completions");
    assert_eq!(
        received.header("authorization"),
        Some("Bearer canary-key-0123456789")
    );
    assert_eq!(
        received.body,
        r#"{"messages":[{"role":"user","content":"Hi"}],"model":"gpt-5"}"#
    );
}

#[tokio::test]
async fn all_settings_of_a_request_are_sent() {
    let config = GenerateContentConfig::new()
        .temperature(0.5)
        .top_k(7)
        .max_output_tokens(100)
        .stop_sequence("END")
        .tool_choice(ToolChoice::Any);
    let request = streamed("Hi")
        .with_system_instruction("Be brief.")
        .with_declaration(Arc::new(FunctionDeclaration::new(
            "f",
            "Does it.",
            Schema::empty_object(),
        )))
        .with_config(config);
    let server = FakeServer::start([]).await.unwrap();
    for name in ["openai/gpt-5-mini", "o3", "olmo"] {
        ask(&model(&server, name), request.clone()).await.error();
    }
    let received = server.received();
    let bodies: Vec<Value> = received
        .iter()
        .map(|request| serde_json::from_str(&request.body).unwrap())
        .collect();
    assert_eq!(
        bodies[2],
        json!({
            "model": "olmo",
            "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"}],
            "temperature": 0.5, "max_tokens": 100, "stop": ["END"],
            "tools": [{"type": "function", "function": {
                "name": "f", "description": "Does it.",
                "parameters": {"type": "object", "properties": {}, "required": [], "additionalProperties": false},
            }}],
            "tool_choice": "required",
            "stream": true, "stream_options": {"include_usage": true},
        })
    );
    for body in &bodies[..2] {
        assert_eq!(
            (&body["max_completion_tokens"], &body["max_tokens"]),
            (&json!(100), &Value::Null)
        );
    }
    let without_tools =
        plain("Hi").with_config(GenerateContentConfig::new().tool_choice(ToolChoice::None));
    assert_eq!(body_of("m", without_tools).await.get("tool_choice"), None);
}

#[tokio::test]
async fn history_becomes_messages() {
    let call =
        |id: &str, args: Value| Part::from_function_call(FunctionCall::new("f", args).with_id(id));
    let response = |id: &str| {
        Part::from_function_response(FunctionResponse::new("f", json!({"b": 2})).with_id(id))
    };
    let image = Part::from_bytes("image/png", vec![0, 1, 2]);
    let request = LlmRequest::new([
        Content::new(Role::User, [Part::from_text("one"), Part::from_text("two")]),
        Content::new(Role::Model, [Part::from_text("hmm").into_thought()]),
        Content::new(
            Role::Model,
            [
                Part::from_text("hmm").into_thought(),
                Part::from_text("I ask."),
                call("adk-1", json!({"a": 1})),
                call("2", json!("{\"a\":")),
            ],
        ),
        Content::new(
            Role::User,
            [response("adk-1"), response("2"), Part::from_text("And?")],
        ),
        Content::new(
            Role::Model,
            [Part::from_function_call(FunctionCall::new("g", json!({})))],
        ),
        Content::new(
            Role::User,
            [Part::from_function_response(FunctionResponse::new(
                "g",
                json!({}),
            ))],
        ),
        Content::new(
            Role::User,
            [
                Part::from_text("see"),
                image,
                Part::from_uri("image/jpeg", "https://x.example/y.jpg"),
                Part::from_uri("application/pdf", "gs://x/y.pdf"),
                Part::from_bytes("application/pdf", vec![0]),
                Part::from_bytes("audio/wav", vec![0]),
            ],
        ),
        Content::new(
            Role::User,
            [
                Part::from_text("read"),
                Part::from_bytes("text/csv", &b"a,b"[..]),
            ],
        ),
    ]);
    let called = |id: &str, name: &str, arguments: &str| json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments}});
    assert_eq!(
        body_of("m", request).await["messages"],
        json!([
            {"role": "user", "content": "one\ntwo"},
            {"role": "assistant", "content": "I ask.", "tool_calls": [called("adk-1", "f", "{\"a\":1}"), called("2", "f", "{}")]},
            {"role": "tool", "tool_call_id": "adk-1", "content": "{\"b\":2}"},
            {"role": "tool", "tool_call_id": "2", "content": "{\"b\":2}"},
            {"role": "user", "content": "And?"},
            {"role": "assistant", "content": null, "tool_calls": [called("call_g", "g", "{}")]},
            {"role": "tool", "tool_call_id": "call_g", "content": "{}"},
            {"role": "user", "content": [
                {"type": "text", "text": "see"},
                {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAEC"}},
                {"type": "image_url", "image_url": {"url": "https://x.example/y.jpg"}},
                {"type": "text", "text": "[application/pdf: gs://x/y.pdf]"},
                {"type": "file", "file": {"filename": "file", "file_data": "data:application/pdf;base64,AA=="}},
                {"type": "input_audio", "input_audio": {"data": "AA==", "format": "wav"}},
            ]},
            {"role": "user", "content": "read\na,b"},
        ])
    );
    assert_eq!(
        body_of("m", LlmRequest::new([])).await["messages"],
        json!([])
    );
}

#[tokio::test]
async fn a_called_name_that_is_none_is_sent_back_as_one() {
    for (called, sent) in [
        ("", "_"),
        ("functions.get weather é", "functions_get_weather__"),
    ] {
        let request = LlmRequest::new([
            Content::user("Hi"),
            Content::new(
                Role::Model,
                [Part::from_function_call(
                    FunctionCall::new(called, json!({})).with_id("1"),
                )],
            ),
        ]);
        let body = body_of("m", request).await;
        let name = &body["messages"][1]["tool_calls"][0]["function"]["name"];
        assert_eq!(name, sent);
    }
}

#[tokio::test]
async fn a_server_without_keys_gets_none_and_headers_go_along() {
    let server = FakeServer::start([]).await.unwrap();
    let builder = OpenAi::builder("m")
        .without_api_key()
        .base_url(server.url());
    let model = builder.header("X-Title", "adk").build().unwrap();
    ask(&model, plain("Hi")).await.error();
    let received = &server.received()[0];
    assert_eq!(received.header("authorization"), None);
    assert_eq!(received.header("x-title"), Some("adk"));
    assert_eq!(model.name(), "m");
    let error = OpenAi::builder(" ").api_key("k").build().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidName);
}
