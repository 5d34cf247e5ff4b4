//! What the model reads of an answer, and what happens where there is none.

use std::time::Duration;

use adk::content::PartKind;
use adk::testing;
use adk::tool::openapi::OpenApiToolset;
use serde_json::{Value, json};
use tests::fake_server::{FakeServer, Reply};

use super::{call, document, tool};

async fn told(reply: Reply) -> Result<Value, String> {
    let server = FakeServer::start([reply]).await.unwrap();
    let builder = OpenApiToolset::from_value(document("get", "/a", json!({})));
    call(builder.server(server.url()), "op", json!({})).await
}

#[tokio::test]
async fn each_kind_of_answer_is_told_in_its_form() {
    let ok = |kind, body: &str| told(Reply::new(200, kind, body));
    assert_eq!(
        ok("application/json; charset=utf-8", r#"{"a": [1]}"#).await,
        Ok(json!({"a": [1]}))
    );
    assert_eq!(ok("application/problem+json", "[]").await, Ok(json!([])));
    assert_eq!(
        ok("application/json", "no json").await,
        Ok(json!("no json"))
    );
    assert_eq!(ok("text/plain", "hello").await, Ok(json!("hello")));
    assert_eq!(ok("application/xml", "<a/>").await, Ok(json!("<a/>")));
    assert_eq!(ok("application/json", "").await, Ok(json!({"status": 200})));
    let text = told(Reply::new(200, "text/plain", vec![b'a', 0xff])).await;
    assert_eq!(text, Ok(json!("a\u{fffd}")));
}

#[tokio::test]
async fn a_file_becomes_an_artifact() {
    let endless: &str = format!("image/{}", "x".repeat(30_000)).leak();
    for (kind, name, mime_type) in [
        ("image/png", "op-call-1-1.png", "image/png"),
        ("application/PDF; x=y", "op-call-1-1.pdf", "application/pdf"),
        ("", "op-call-1-1.bin", "application/octet-stream"),
        (
            "../../passwd",
            "op-call-1-1.bin",
            "application/octet-stream",
        ),
        ("image/a b", "op-call-1-1.bin", "application/octet-stream"),
        (endless, "op-call-1-1.bin", "application/octet-stream"),
    ] {
        let bytes = vec![0x89, b'P', 0xff];
        let server = FakeServer::start([Reply::new(200, kind, bytes.clone())]);
        let server = server.await.unwrap();
        let builder = OpenApiToolset::from_value(document("get", "/a", json!({})));
        let tool = tool(&builder.server(server.url()).build().unwrap(), "op");
        let ctx = testing::tool_context();
        let told = tool.run(&ctx, &"{}".parse().unwrap()).await.unwrap();
        let artifact = json!({"name": name, "mimeType": mime_type});
        assert_eq!(told.to_value(), json!({"artifacts": [artifact]}));
        let part = ctx.load_artifact(name).await.unwrap().unwrap();
        let PartKind::InlineData(blob) = part.kind() else {
            panic!("{part:?}");
        };
        assert_eq!(
            (blob.mime_type(), &blob.data()[..]),
            (mime_type, &bytes[..])
        );
    }
}

#[tokio::test]
async fn an_error_is_told_with_the_beginning_of_its_body() {
    let error = told(Reply::new(
        404,
        "application/json",
        r#"{"why": "no such pet"}"#,
    ))
    .await;
    assert_eq!(
        error.unwrap_err(),
        r#"the server answered 404 Not Found: {"why": "no such pet"}"#
    );
    let error = told(Reply::new(500, "text/html", "x".repeat(2 << 20)))
        .await
        .unwrap_err();
    assert!(
        error.starts_with("the server answered 500") && error.len() < 2_100,
        "{error}"
    );
    let error = told(Reply::new(304, "text/plain", "")).await.unwrap_err();
    assert_eq!(error, "the server answered 304 Not Modified");
}

#[tokio::test]
async fn an_answer_larger_than_the_limit_is_an_error() {
    let document = document("get", "/a", json!({}));
    for (bytes, is_ok) in [(10, true), (11, false)] {
        let server = FakeServer::start([Reply::new(200, "text/plain", "x".repeat(bytes))]);
        let server = server.await.unwrap();
        let builder = OpenApiToolset::from_value(document.clone()).server(server.url());
        let told = call(builder.max_response_bytes(10), "op", json!({})).await;
        assert_eq!(told.is_ok(), is_ok, "{told:?}");
    }
}

#[tokio::test]
async fn a_server_that_stops_in_an_answer_is_given_up_in_time() {
    let server = FakeServer::start([Reply::json("{\"a\"").stall_after(2)])
        .await
        .unwrap();
    let builder = OpenApiToolset::from_value(document("get", "/a", json!({})));
    let builder = builder
        .server(server.url())
        .timeout(Duration::from_millis(200));
    let tool = tool(&builder.build().unwrap(), "op");
    let error = tool
        .run(&testing::tool_context(), &"{}".parse().unwrap())
        .await
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "tool `op` was stopped: it took longer than 200ms, the limit of its toolset"
    );
}

#[tokio::test]
async fn errors_that_another_try_may_mend_are_not_permanent() {
    for (status, is_permanent) in [
        (400, true),
        (404, true),
        (429, false),
        (500, false),
        (503, false),
    ] {
        let server = FakeServer::start([Reply::new(status, "text/plain", "no")])
            .await
            .unwrap();
        let builder = OpenApiToolset::from_value(document("get", "/a", json!({})));
        let tool = tool(&builder.server(server.url()).build().unwrap(), "op");
        let error = tool
            .run(&testing::tool_context(), &"{}".parse().unwrap())
            .await
            .unwrap_err();
        assert_eq!(error.is_permanent(), is_permanent, "{status}");
    }
}
