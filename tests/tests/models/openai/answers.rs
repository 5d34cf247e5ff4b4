//! What the client makes of answers, whole and streamed, and of failures.

use adk::ErrorKind;
use adk::model::{FinishReason, LlmResponse};
use serde_json::{Value, json};
use tests::fake_server::{FakeServer, Reply};

use super::{answer, model};
use crate::{ask, parts, plain, streamed};

async fn response_of(body: String) -> LlmResponse {
    let server = FakeServer::start([Reply::json(body)]).await.unwrap();
    ask(&model(&server, "gpt-5"), plain("Hi"))
        .await
        .whole()
        .clone()
}

#[tokio::test]
async fn calls_of_a_whole_answer_keep_ids_and_arguments() {
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
async fn a_hundred_parallel_calls_are_put_together_from_a_stream() {
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
async fn a_reason_without_words_is_an_error_and_a_refusal_is_words() {
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
async fn a_failure_within_a_stream_has_its_status() {
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
