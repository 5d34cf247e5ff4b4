use std::sync::Arc;

use adk::content::{
    FunctionCall, FunctionDeclaration, FunctionResponse, GenerateContentConfig, Schema, ToolChoice,
};
use adk::model::{FinishReason, Llm, LlmRequest, LlmResponse, OpenAi};
use adk::{Content, ErrorKind, Part, Role};
use serde_json::{Value, json};
use tests::fake_server::{FakeServer, Reply};

use crate::{ask, parts, plain, streamed};

fn model(server: &FakeServer, name: &str) -> OpenAi {
    let builder = OpenAi::builder(name).api_key("canary-key-0123456789");
    builder
        .base_url(format!("{}/v1/", server.url()))
        .build()
        .unwrap()
}

fn answer(message: &Value, finish_reason: &str) -> String {
    json!({
        "id": "c", "object": "chat.completion", "model": "gpt-5-2026",
        "choices": [{"index": 0, "message": message, "finish_reason": finish_reason}],
        "usage": {
            "prompt_tokens": 10, "completion_tokens": 9, "total_tokens": 19,
            "prompt_tokens_details": {"cached_tokens": 4},
            "completion_tokens_details": {"reasoning_tokens": 6},
        },
    })
    .to_string()
}

async fn body_of(name: &str, request: LlmRequest) -> Value {
    let server = FakeServer::start([Reply::json(answer(&json!({"content": "ok"}), "stop"))])
        .await
        .unwrap();
    ask(&model(&server, name), request).await.whole();
    serde_json::from_str(&server.received()[0].body).unwrap()
}

async fn response_of(body: String) -> LlmResponse {
    let server = FakeServer::start([Reply::json(body)]).await.unwrap();
    ask(&model(&server, "gpt-5"), plain("Hi"))
        .await
        .whole()
        .clone()
}

#[tokio::test]
async fn the_smallest_request() {
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
async fn all_that_a_request_may_hold() {
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
async fn calls_in_a_whole_answer() {
    let call = |id: &str, arguments: Value| json!({"id": id, "type": "function", "function": {"name": "f", "arguments": arguments}});
    let message = json!({
        "content": null, "reasoning_content": "hmm",
        "tool_calls": [
            call("1", json!("{\"a\":1}")), call("1", json!("")), call("", json!("{\"a\":")), call("4", json!({"a": 4})),
        ],
    });
    let response = response_of(answer(&message, "tool_calls")).await;
    assert_eq!(response.finish_reason(), Some(&FinishReason::Stop));
    let parts = parts(&response);
    assert_eq!(parts[0], json!({"text": "hmm", "thought": true}));
    let calls: Vec<_> = response.content().unwrap().function_calls().collect();
    let args: Vec<_> = calls.iter().map(|call| call.args().as_str()).collect();
    assert_eq!(args, ["{\"a\":1}", "{}", "\"{\\\"a\\\":\"", "{\"a\":4}"]);
    let ids: Vec<_> = calls.iter().map(|call| call.id()).collect();
    assert_eq!(ids, [Some("1"), Some("1"), None, Some("4")]);
}

#[tokio::test]
async fn a_hundred_parallel_calls_in_a_stream() {
    let mut frames = Vec::new();
    let mut frame = |delta: Value, reason: Value| {
        let chunk = json!({"model": "m", "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]});
        frames.push(format!("data: {chunk}\n\n"));
    };
    let call = |index: usize, arguments: &str| json!({"index": index, "function": {"arguments": arguments}});
    for index in 0..100 {
        frame(
            json!({"tool_calls": [{"index": index, "id": format!("c{index}"), "type": "function", "function": {"name": "f", "arguments": ""}}]}),
            Value::Null,
        );
    }
    for (index, piece) in (0..100).flat_map(|index| [(index, "{\"i\":"), (99 - index, "")]) {
        frame(json!({"tool_calls": [call(index, piece)]}), Value::Null);
    }
    for index in 0..100 {
        frame(
            json!({"tool_calls": [call(index, &format!("{index}}}"))]}),
            Value::Null,
        );
    }
    frame(json!({}), json!("tool_calls"));
    frames.push("data: [DONE]\n\ndata: [DONE]\n\n".into());
    let server = FakeServer::start([Reply::sse(frames.concat())])
        .await
        .unwrap();
    let answered = ask(&model(&server, "m"), streamed("Hi")).await;
    let whole = answered.whole();
    assert_eq!(whole.content().unwrap().function_calls().count(), 100);
    for (index, call) in whole.content().unwrap().function_calls().enumerate() {
        assert_eq!(call.id(), Some(&*format!("c{index}")));
        assert_eq!(call.args().as_str(), format!("{{\"i\":{index}}}"));
    }
    assert_eq!(answered.responses.len(), 2);
    assert!(answered.responses[0].is_turn_complete());
    assert_eq!(parts(&answered.responses[0]), parts(whole));
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
async fn an_answer_that_is_cut_keeps_no_call_that_could_run() {
    let frame = |choice: Value| format!("data: {}\n\n", json!({"choices": [choice]}));
    let begin = |arguments: &str| {
        frame(
            json!({"delta": {"content": "a", "tool_calls": [{"index": 0, "id": "1", "function": {"name": "f", "arguments": arguments}}]}}),
        )
    };
    let length = frame(json!({"delta": {}, "finish_reason": "length"}));
    for arguments in ["", "{\"a\":"] {
        let body = format!("{}{length}data: [DONE]\n\n", begin(arguments));
        let server = FakeServer::start([Reply::sse(body)]).await.unwrap();
        let answered = ask(&model(&server, "m"), streamed("Hi")).await;
        let whole = answered.whole();
        assert_eq!(whole.finish_reason(), Some(&FinishReason::MaxTokens));
        let call = whole.content().unwrap().function_calls().next().unwrap();
        assert!(!call.args().is_object());
    }
    for end in ["data: [DONE]\n\n", ""] {
        let server = FakeServer::start([Reply::sse(begin("{}") + end)])
            .await
            .unwrap();
        let answered = ask(&model(&server, "m"), streamed("Hi")).await;
        assert_eq!(answered.error().kind(), ErrorKind::ModelProtocol);
        assert!(
            answered.responses.iter().all(|partial| partial
                .content()
                .unwrap()
                .function_calls()
                .count()
                == 0)
        );
    }
}

#[tokio::test]
async fn reasons_and_refusals() {
    let cases = [
        ("length", FinishReason::MaxTokens),
        ("content_filter", FinishReason::Safety),
        ("new", FinishReason::Other("new".into())),
    ];
    for (word, reason) in cases {
        let response = response_of(answer(&json!({"content": "half"}), word)).await;
        assert_eq!(response.finish_reason(), Some(&reason));
        assert_eq!(response.error_code(), None);
        let response = response_of(answer(&json!({"content": null}), word)).await;
        assert_eq!(response.error_code(), Some(reason.as_str()));
    }
    let response = response_of(answer(
        &json!({"content": null, "refusal": "I will not."}),
        "stop",
    ))
    .await;
    assert_eq!(response.content().unwrap().text(), "I will not.");
    let response = response_of(answer(&json!({"content": ""}), "stop")).await;
    assert_eq!((parts(&response), response.error_code()), (json!([]), None));
}

#[tokio::test]
async fn a_failure_within_a_stream() {
    for (error, expected) in [
        (json!({"message": "slow down", "code": 429}), 429),
        (json!({"message": "slow down", "code": "server_error"}), 500),
        (json!("slow down"), 500),
    ] {
        let body = format!("data: {}\n\n", json!({"error": error}));
        let server = FakeServer::start([Reply::sse(body)]).await.unwrap();
        let answered = ask(&model(&server, "m"), streamed("Hi")).await;
        let (status, retryable) = (Some(expected), true);
        assert_eq!(
            answered.error().kind(),
            ErrorKind::Http { status, retryable }
        );
        assert!(answered.error().to_string().ends_with(": slow down"));
    }
}

#[tokio::test]
async fn other_servers_word_their_failures_in_other_ways() {
    for body in [
        json!({"error": "no such model"}),
        json!({"message": "no such model"}),
        json!({"detail": "no such model"}),
    ] {
        let reply = Reply::new(404, "application/json", body.to_string());
        let server = FakeServer::start([reply]).await.unwrap();
        let answered = ask(&model(&server, "m"), plain("Hi")).await;
        assert!(answered.error().to_string().ends_with(": no such model"));
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
