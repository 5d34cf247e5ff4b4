//! The client for Gemini: what it sends, and what it makes of answers.

use adk::content::{
    FunctionCall, FunctionDeclaration, FunctionResponse, GenerateContentConfig, Schema,
    ThinkingConfig, ToolChoice,
};
use adk::model::{FinishReason, Gemini, Llm, LlmRequest, LlmResponse, StreamingMode};
use adk::{Content, ErrorKind, Part, Role};
use serde_json::{Value, json};
use std::sync::Arc;
use tests::fake_server::{FakeServer, Reply};

use crate::{ask, parts, plain, streamed};

const KEY: &str = "canary-key-0123456789";

fn gemini(server: &FakeServer) -> Gemini {
    let builder = Gemini::builder("gemini-2.5-flash").api_key(KEY);
    builder.base_url(server.url()).build().unwrap()
}

fn answer(parts: &Value, finish_reason: &str) -> String {
    json!({
        "candidates": [{"content": {"parts": parts, "role": "model"}, "finishReason": finish_reason, "index": 0}],
        "usageMetadata": {"promptTokenCount": 11, "candidatesTokenCount": 1, "totalTokenCount": 45, "thoughtsTokenCount": 33},
        "modelVersion": "gemini-2.5-flash-001",
        "responseId": "r",
    })
    .to_string()
}

async fn body_of(request: LlmRequest) -> Value {
    let server = FakeServer::start([Reply::json(answer(&json!([]), "STOP"))])
        .await
        .unwrap();
    ask(&gemini(&server), request).await.whole();
    serde_json::from_str(&server.received()[0].body).unwrap()
}

async fn response_of(body: impl Into<Vec<u8>>) -> LlmResponse {
    let server = FakeServer::start([Reply::json(body)]).await.unwrap();
    ask(&gemini(&server), plain("Hi")).await.whole().clone()
}

#[tokio::test]
async fn a_called_name_that_is_none_is_sent_back_as_one() {
    let call = FunctionCall::new("get weather", json!({})).with_id("1");
    let answer = FunctionResponse::new("get weather", json!({})).with_id("1");
    let body = body_of(LlmRequest::new([
        Content::user("Hi"),
        Content::new(Role::Model, [Part::from_function_call(call)]),
        Content::new(Role::User, [Part::from_function_response(answer)]),
    ]));
    let contents = &body.await["contents"];
    let called = &contents[1]["parts"][0]["functionCall"]["name"];
    let answered = &contents[2]["parts"][0]["functionResponse"]["name"];
    assert_eq!(
        (called, answered),
        (&json!("get_weather"), &json!("get_weather"))
    );
}

#[tokio::test]
async fn the_smallest_request() {
    let server = FakeServer::start([Reply::json(answer(&json!([{"text": "Paris"}]), "STOP"))])
        .await
        .unwrap();
    let answered = ask(&gemini(&server), plain("Hi")).await;
    let whole = answered.whole();
    assert_eq!(answered.responses.len(), 1);
    assert_eq!(whole.content().unwrap().text(), "Paris");
    assert_eq!(whole.finish_reason(), Some(&FinishReason::Stop));
    assert_eq!(whole.model_version(), Some("gemini-2.5-flash-001"));
    let usage = whole.usage().unwrap();
    assert_eq!(
        (usage.prompt_token_count(), usage.total_token_count()),
        (11, 45)
    );
    assert_eq!(usage.thoughts_token_count(), Some(33));
    let received = &server.received()[0];
    assert_eq!(
        received.path,
        "/v1beta/models/gemini-2.5-flash:generateContent"
    );
    assert_eq!(received.header("x-goog-api-key"), Some(KEY));
    assert_eq!(received.header("content-type"), Some("application/json"));
    assert_eq!(
        received.body,
        r#"{"contents":[{"parts":[{"text":"Hi"}],"role":"user"}],"generationConfig":{}}"#
    );
}

#[tokio::test]
async fn all_that_a_request_may_hold() {
    let declaration = |name: &str| {
        Arc::new(FunctionDeclaration::new(
            name,
            "Does it.",
            Schema::empty_object(),
        ))
    };
    let config = GenerateContentConfig::new()
        .temperature(0.5)
        .stop_sequence("END")
        .thinking(ThinkingConfig::new().include_thoughts())
        .tool_choice(ToolChoice::Any);
    let request = plain("Hi")
        .with_system_instruction("Be \"brief\".")
        .with_declaration(declaration("f"))
        .with_declaration(Arc::new(
            FunctionDeclaration::new("g", "Does more.", Schema::empty_object())
                .with_response(Schema::of::<u8>()),
        ))
        .with_config(config);
    let schema =
        json!({"type": "object", "properties": {}, "required": [], "additionalProperties": false});
    assert_eq!(
        body_of(request).await,
        json!({
            "contents": [{"parts": [{"text": "Hi"}], "role": "user"}],
            "generationConfig": {"temperature": 0.5, "stopSequences": ["END"], "thinkingConfig": {"includeThoughts": true}},
            "systemInstruction": {"parts": [{"text": "Be \"brief\"."}], "role": "user"},
            "tools": [{"functionDeclarations": [
                {"name": "f", "description": "Does it.", "parametersJsonSchema": schema},
                {"name": "g", "description": "Does more.", "parametersJsonSchema": schema,
                 "responseJsonSchema": {"type": "integer", "minimum": 0, "maximum": 255}},
            ]}],
            "toolConfig": {"functionCallingConfig": {"mode": "ANY"}},
        })
    );
}

#[tokio::test]
async fn history_goes_back_as_the_api_wants_it() {
    let call =
        |id: &str| Part::from_function_call(FunctionCall::new("f", json!({"a": 1})).with_id(id));
    let response = |id: &str| {
        Part::from_function_response(FunctionResponse::new("f", json!({"b": 2})).with_id(id))
    };
    let malformed = Part::from_function_call(FunctionCall::new("f", json!("{\"a\":")));
    let bare = Part::from_function_response(FunctionResponse::new("f", json!([1])));
    let image: Part = serde_json::from_value(
        json!({"inlineData": {"mimeType": "image/png", "data": "AAEC", "displayName": "x.png"}}),
    )
    .unwrap();
    let request = LlmRequest::new([
        Content::new(
            Role::User,
            [Part::from_text("Hi"), Part::from_text(""), image],
        ),
        Content::new(Role::Model, []),
        Content::new(
            Role::Model,
            [
                call("adk-1").with_thought_signature("c2ln"),
                call("theirs"),
                malformed,
            ],
        ),
        Content::new(Role::User, [response("adk-1"), response("theirs"), bare]),
        Content::model("Done."),
    ]);
    let body = body_of(request).await;
    assert_eq!(
        body["contents"],
        json!([
            {"parts": [{"text": "Hi"}, {"inlineData": {"mimeType": "image/png", "data": "AAEC"}}], "role": "user"},
            {"parts": [
                {"functionCall": {"args": {"a": 1}, "name": "f"}, "thoughtSignature": "c2ln"},
                {"functionCall": {"id": "theirs", "args": {"a": 1}, "name": "f"}},
                {"functionCall": {"args": {}, "name": "f"}},
            ], "role": "model"},
            {"parts": [
                {"functionResponse": {"name": "f", "response": {"b": 2}}},
                {"functionResponse": {"id": "theirs", "name": "f", "response": {"b": 2}}},
                {"functionResponse": {"name": "f", "response": {"result": [1]}}},
            ], "role": "user"},
            {"parts": [{"text": "Done."}], "role": "model"},
            {"parts": [{"text": "Continue processing previous requests as instructed. Exit or provide a summary if no more outputs are needed."}], "role": "user"},
        ])
    );
    let body = body_of(LlmRequest::new([]).with_system_instruction("Roll a die.")).await;
    assert_eq!(body["contents"][0]["role"], "user");
}

#[tokio::test]
async fn a_result_with_references_goes_as_text() {
    let schema = json!({"schema": {"$ref": "#/$defs/A"}});
    let response =
        |value: Value| Part::from_function_response(FunctionResponse::new("f", value).with_id("1"));
    let parts = [response(schema.clone()), response(json!({"ref": "$ref"}))];
    let body = body_of(LlmRequest::new([Content::new(Role::User, parts)])).await;
    let sent = |index: usize| &body["contents"][0]["parts"][index]["functionResponse"]["response"];
    assert_eq!(*sent(0), json!({"result": schema.to_string()}));
    assert_eq!(*sent(1), json!({"ref": "$ref"}));
}

#[tokio::test]
async fn a_content_is_written_alike_the_second_time() {
    let server = FakeServer::start([]).await.unwrap();
    let gemini = gemini(&server);
    let request = plain("Hi é \u{1}");
    ask(&gemini, request.clone()).await.error();
    ask(&gemini, request).await.error();
    let received = server.received();
    assert_eq!(received[0].body, received[1].body);
    assert_eq!(server.connections(), 1);
}

#[tokio::test]
async fn a_stream_gives_each_chunk_and_then_the_whole() {
    let chunk = |text: &str| json!({"candidates": [{"content": {"parts": [{"text": text}], "role": "model"}}]});
    let body = format!(
        "data: {}\r\n\r\n: a comment\r\n\r\ndata: {}\r\n\r\n",
        chunk("Par"),
        answer(&json!([{"text": "is"}]), "STOP")
    );
    let server = FakeServer::start([Reply::sse(body)]).await.unwrap();
    let answered = ask(&gemini(&server), streamed("Hi")).await;
    let whole = answered.whole();
    assert_eq!(
        server.received()[0].path,
        "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse"
    );
    assert_eq!(answered.responses.len(), 3);
    assert!(!answered.responses[0].is_turn_complete() && answered.responses[1].is_turn_complete());
    assert_eq!(answered.partial_text(), "Paris");
    assert_eq!(parts(whole), json!([{"text": "Paris"}]));
    assert_eq!(whole.usage().unwrap().total_token_count(), 45);
    assert_eq!(whole.finish_reason(), Some(&FinishReason::Stop));
}

#[tokio::test]
async fn streamed_calls_keep_their_ids_and_signatures() {
    let calls = json!([
        {"functionCall": {"name": "sum", "args": {"a": 2}}, "thoughtSignature": "c2ln"},
        {"functionCall": {"name": "sum", "args": {"a": 4}, "id": "theirs"}},
        {"functionCall": {"name": "sum", "args": {"a": 6}}},
    ]);
    let body = format!("data: {}\n\n", answer(&calls, "STOP"));
    let server = FakeServer::start([Reply::sse(body)]).await.unwrap();
    let answered = ask(&gemini(&server), streamed("Hi")).await;
    let whole = parts(answered.whole());
    assert_eq!(parts(&answered.responses[0]), whole);
    assert_eq!(whole[0]["thoughtSignature"], "c2ln");
    assert_eq!(whole[1]["functionCall"]["id"], "theirs");
    assert_eq!(whole[0]["functionCall"].get("id"), None);
}

#[tokio::test]
async fn what_is_no_whole_answer_says_why() {
    let blocked = json!({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT", "blockReasonMessage": "no"}});
    let response = response_of(blocked.to_string()).await;
    assert_eq!(
        (response.error_code(), response.error_message()),
        (Some("PROHIBITED_CONTENT"), Some("no"))
    );
    let silent = json!({"candidates": [{"finishReason": "SAFETY", "finishMessage": "unsafe"}]});
    let response = response_of(silent.to_string()).await;
    assert_eq!(
        (response.error_code(), response.error_message()),
        (Some("SAFETY"), Some("unsafe"))
    );
    let response = response_of(answer(&json!([{"text": "half"}]), "NEW_REASON")).await;
    assert_eq!(
        response.finish_reason(),
        Some(&FinishReason::Other("NEW_REASON".into()))
    );
    assert_eq!(response.error_code(), None);
    let response = response_of(answer(
        &json!([{"text": "half"}]),
        "FINISH_REASON_UNSPECIFIED",
    ))
    .await;
    assert_eq!(response.finish_reason(), None);
    let response = response_of(answer(&json!([{"newKind": {"x": 1}}, {}]), "STOP")).await;
    assert_eq!(parts(&response), json!([{"newKind": {"x": 1}}]));
    for nothing in [
        json!({}),
        json!({"candidates": []}),
        json!({"candidates": null}),
        json!({"candidates": [{}]}),
    ] {
        let server = FakeServer::start([Reply::json(nothing.to_string())])
            .await
            .unwrap();
        let answered = ask(&gemini(&server), plain("Hi")).await;
        assert_eq!(
            answered.error().kind(),
            ErrorKind::ModelProtocol,
            "{nothing}"
        );
    }
}

#[tokio::test]
async fn a_refused_prompt_is_an_answer_and_a_failure_within_a_stream_an_error() {
    let body = format!(
        "data: {}\n\n",
        json!({"promptFeedback": {"blockReason": "SAFETY"}})
    );
    let failure = json!({"error": {"code": 503, "message": "overloaded", "status": "UNAVAILABLE"}});
    let broken = format!(
        "data: {}\n\ndata: {failure}\n\n",
        json!({"candidates": [{"content": {"parts": [{"text": "a"}]}}]})
    );
    let server = FakeServer::start([Reply::sse(body), Reply::sse(broken)])
        .await
        .unwrap();
    let gemini = gemini(&server);
    let answered = ask(&gemini, streamed("Hi")).await;
    assert_eq!(answered.whole().error_code(), Some("SAFETY"));
    let answered = ask(&gemini, streamed("Hi")).await;
    assert_eq!(answered.partial_text(), "a");
    let (status, retryable) = (Some(503), true);
    assert_eq!(
        answered.error().kind(),
        ErrorKind::Http { status, retryable }
    );
    assert!(answered.error().to_string().ends_with("overloaded"));
}

#[test]
fn a_name_is_part_of_a_url_and_can_be_no_more() {
    for name in [
        "", "..", "a/../b", "a b", "a?b", "a#b", "a%2fb", "/a", "a/", "a:b",
    ] {
        let error = Gemini::builder(name).api_key(KEY).build().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidName, "{name}");
    }
    for name in [
        "gemini-2.5-flash",
        "tunedModels/mine-1",
        "models/gemma_3@001",
    ] {
        let gemini = Gemini::builder(name).api_key(KEY).build().unwrap();
        assert_eq!(gemini.name(), name);
        assert!(!format!("{gemini:?}").contains(KEY));
    }
}

#[tokio::test]
async fn nothing_is_sent_before_the_first_poll() {
    let server = FakeServer::start([]).await.unwrap();
    drop(gemini(&server).generate(plain("Hi").with_streaming(StreamingMode::Sse)));
    assert_eq!(server.connections(), 0);
}
