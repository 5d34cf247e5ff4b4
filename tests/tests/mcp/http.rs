//! A server that is reached over HTTP.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use adk::ErrorKind;
use adk::testing::ScriptedModel;
use adk::tool::mcp::{McpEndpoint, McpToolset};
use serde_json::json;

use super::web::{Server, plain, result, said};
use super::{answer, error, read, stage};

#[tokio::test]
async fn each_request_carries_what_the_program_gave_and_nothing_prints_it() {
    let server = Server::start(|method, message| match method {
        "tools/call" => result(&message, &said("got")),
        _ => plain(method, &message),
    })
    .await;
    let endpoint = McpEndpoint::new(&server.url)
        .bearer_token("canary-1")
        .header("x-team", "canary-2");
    let toolset = McpToolset::http("plain", endpoint);
    assert!(!format!("{toolset:?}").contains("canary"));
    let told = answer(toolset, "get", json!({})).await;
    assert_eq!(told["output"], "got");
    let heads = server.heads();
    assert!(heads.len() >= 4, "{heads:?}");
    for head in heads {
        assert!(head.contains("authorization: bearer canary-1"), "{head}");
        assert!(head.contains("x-team: canary-2"), "{head}");
    }
}

#[tokio::test]
async fn statuses_of_failure_are_errors_and_later_calls_go_on() {
    for status in [400, 403, 500, 503] {
        let calls = Arc::new(Mutex::new(0));
        let server = Server::start(move |method, message| {
            if method != "tools/call" {
                return plain(method, &message);
            }
            *calls.lock().unwrap() += 1;
            if *calls.lock().unwrap() == 1 {
                return (status, String::new(), "secret path /etc/x".to_owned());
            }
            result(&message, &said("got"))
        })
        .await;
        let model = ScriptedModel::new()
            .call("get", json!({}))
            .call("get", json!({}))
            .text("Done.");
        let stage = stage(&model, McpToolset::http("plain", server.url.clone()));
        stage.play("Go.").await;
        assert_eq!(read(&model).unwrap()["output"], "got", "{status}");
        let first = model.requests()[1].contents().last().unwrap().clone();
        let first = first
            .function_responses()
            .next()
            .unwrap()
            .response()
            .to_value();
        assert!(
            error(&first).contains(&format!("answered the call of `get` with {status} "))
                && !error(&first).contains("secret"),
            "{first}"
        );
    }
}

#[tokio::test]
async fn a_session_that_ended_is_opened_anew_and_the_call_made_once() {
    let state = Arc::new(Mutex::new((0, 0)));
    let shared = Arc::clone(&state);
    let server = Server::start(move |method, message| {
        let (sessions, calls) = &mut *shared.lock().unwrap();
        match method {
            "initialize" => {
                *sessions += 1;
                let (status, headers, body) = plain(method, &message);
                (
                    status,
                    format!("{headers}mcp-session-id: s{sessions}\r\n"),
                    body,
                )
            }
            // The server has forgotten its first session.
            "tools/call" if *sessions == 1 => (404, String::new(), String::new()),
            "tools/call" => {
                *calls += 1;
                result(&message, &said("got"))
            }
            _ => plain(method, &message),
        }
    })
    .await;
    let told = answer(
        McpToolset::http("plain", server.url.clone()),
        "get",
        json!({}),
    )
    .await;
    assert_eq!(told["output"], "got");
    assert_eq!(*state.lock().unwrap(), (2, 1));
}

#[tokio::test]
async fn one_that_hangs_is_given_up() {
    let server = Server::start(|method, message| match method {
        "tools/call" => None,
        _ => Some(plain(method, &message)),
    })
    .await;
    let toolset = McpToolset::http("plain", server.url.clone());
    let toolset = toolset.call_timeout(Duration::from_millis(200));
    let told = answer(toolset, "get", json!({})).await;
    assert!(
        error(&told).contains("did not answer within 200ms"),
        "{told}"
    );
}

#[tokio::test]
async fn twenty_megabytes_are_too_much_also_in_a_stream() {
    for kind in ["application/json", "text/event-stream"] {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&seen);
        let server = Server::start(move |method, message| {
            kept.lock().unwrap().push(method.to_owned());
            if method != "tools/call" {
                return plain(method, &message);
            }
            let bytes = message["params"]["arguments"]["bytes"].as_u64().unwrap();
            let text = "x".repeat(usize::try_from(bytes).unwrap());
            let body = json!({ "jsonrpc": "2.0", "id": message["id"], "result": said(&text) });
            let body = match kind {
                "text/event-stream" => format!("data: {body}\n\n"),
                _ => body.to_string(),
            };
            (200, format!("content-type: {kind}\r\n"), body)
        })
        .await;
        let model = ScriptedModel::new()
            .call("get", json!({ "bytes": 20_000_000 }))
            .call("get", json!({ "bytes": 3 }))
            .text("Done.");
        let stage = stage(&model, McpToolset::http("plain", server.url.clone()));
        let played = stage.play("Go.").await;
        assert!(
            played.contains("tool `get` returned more than 8388608 bytes"),
            "{kind}: {played}"
        );
        assert_eq!(read(&model).unwrap()["output"], "xxx", "{kind}");
        let seen = seen.lock().unwrap();
        let begun = seen.iter().filter(|method| *method == "initialize");
        assert_eq!(begun.count(), 1, "{kind}: {seen:?}");
    }
}

#[tokio::test]
async fn a_run_that_is_dropped_cancels_the_call_over_http() {
    let (told, mut heard) = tokio::sync::mpsc::unbounded_channel();
    let server = Server::start(move |method, message| {
        told.send(method.to_owned()).unwrap();
        match method {
            "tools/call" => None,
            _ => Some(plain(method, &message)),
        }
    })
    .await;
    let model = ScriptedModel::new().call("get", json!({}));
    let stage = stage(&model, McpToolset::http("plain", server.url.clone()));
    let run = tokio::spawn(stage.run("Go.").text());
    while heard.recv().await.unwrap() != "tools/call" {}
    run.abort();
    assert_eq!(heard.recv().await.unwrap(), "notifications/cancelled");
}

#[tokio::test]
async fn a_server_that_only_speaks_the_newest_revision_is_spoken_to() {
    let server = Server::start(|method, message| {
        let complete = |mut told: serde_json::Value| {
            told["resultType"] = "complete".into();
            result(&message, &told)
        };
        match method {
            "initialize" => {
                let error = json!({ "code": -32601, "message": "Method not found" });
                let body = json!({ "jsonrpc": "2.0", "id": message["id"], "error": error });
                let headers = "content-type: application/json\r\n".to_owned();
                (400, headers, body.to_string())
            }
            "server/discover" => complete(json!({
                "supportedVersions": ["2026-07-28"], "capabilities": { "tools": {} },
                "ttlMs": 0, "cacheScope": "private",
            })),
            "tools/list" => {
                let tool = json!({ "name": "get", "description": "Gets.", "inputSchema": { "type": "object" } });
                complete(json!({ "tools": [tool], "ttlMs": 0, "cacheScope": "private" }))
            }
            "tools/call" => complete(said("got")),
            _ => plain(method, &message),
        }
    })
    .await;
    let toolset = McpToolset::http("plain", server.url.clone());
    assert_eq!(answer(toolset, "get", json!({})).await["output"], "got");
    let last = server.heads().pop().unwrap();
    assert!(last.contains("mcp-protocol-version: 2026-07-28"), "{last}");
}

#[tokio::test]
async fn nobody_there_is_an_error_without_the_address() {
    let toolset = McpToolset::http("tracker", "http://127.0.0.1:9/secret").required();
    let run = stage(&ScriptedModel::new(), toolset)
        .run("Go.")
        .text()
        .await;
    let error = run.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mcp);
    assert!(error.to_string().contains("toolset `tracker`"));
}
