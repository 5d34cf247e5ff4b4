//! What a server may not do to us: send too much, say too much, ask for things.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use adk::testing::ScriptedModel;
use adk::tool::mcp::McpToolset;
use serde_json::{Value, json};
use tests::mcp_server::OddServer;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::time::Instant;

use super::web::{Server, plain, result, said};
use super::{answer, error, odd, read, stage};

#[tokio::test]
async fn twenty_megabytes_are_too_much_and_the_connection_goes_on() {
    let server = OddServer::default();
    let model = ScriptedModel::new()
        .call("large", json!({ "bytes": 20_000_000 }))
        .call("echo", json!({ "a": 1 }))
        .text("Done.");
    let stage = stage(&model, odd(&server));
    let played = stage.play("Go.").await;
    assert_eq!(read(&model).unwrap()["output"], r#"{"a":1}"#);
    assert_eq!((server.connected(), server.calls().len()), (1, 2));
    insta::assert_snapshot!(played, @r#"
    helper: call large(adk-id-3) {"bytes":20000000}
    helper: answer large(adk-id-3) {"error":"tool `large` returned more than 8388608 bytes, the most that is taken from MCP server `odd`. Ask it for less, for example a part or a summary"}
    helper: call echo(adk-id-6) {"a":1}
    helper: answer echo(adk-id-6) {"output":"{\"a\":1}"}
    helper: "Done."
    "#);
}

#[tokio::test]
async fn a_result_that_a_model_cannot_read_is_an_error_too() {
    let server = OddServer::default();
    let told = answer(odd(&server), "large", json!({ "bytes": 2_000_000 })).await;
    assert!(error(&told).contains("the limit is 1048576"), "{told}");
}

#[tokio::test]
async fn the_limit_of_a_message_can_be_set() {
    let server = OddServer::default();
    let small = odd(&server).max_message_bytes(4_000);
    let told = answer(small, "large", json!({ "bytes": 5_000 })).await;
    assert!(error(&told).contains("more than 4000 bytes"), "{told}");
    let small = odd(&server).max_message_bytes(4_000);
    let told = answer(small, "large", json!({ "bytes": 3_000 })).await;
    assert_eq!(told["output"].as_str().unwrap().len(), 3_000);
}

/// A server that answers a call with this, where ID is the call's.
fn answering(answer: &'static str) -> McpToolset {
    McpToolset::stream("odd", move || async move {
        let (near, far) = tokio::io::duplex(1 << 16);
        tokio::spawn(async move {
            let (read, mut write) = tokio::io::split(far);
            let mut lines = BufReader::new(read).lines();
            while let Ok(Some(line)) = lines.next_line().await {
                let message: Value = serde_json::from_str(&line).unwrap();
                let text = match message["method"].as_str().unwrap_or_default() {
                    "tools/call" => answer.replace("ID", &message["id"].to_string()),
                    method => plain(method, &message).2,
                };
                write
                    .write_all(format!("{text}\n").as_bytes())
                    .await
                    .unwrap();
            }
        });
        Ok(near)
    })
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_cannot_be_read_is_an_error_at_once() {
    for unreadable in [
        r#"{"jsonrpc":"2.0","id":ID,"result":{"content":[],"structuredContent":{"a":1e999}}}"#,
        r#"{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"\ud800"}]}}"#,
        r#"{"jsonrpc":"2.0","id":ID,"result":{"content":[]},"result":{"content":[]}}"#,
        r#"{"jsonrpc":"2.0","id":ID,"error":{"code":99999999999,"message":"no"}}"#,
    ] {
        let began = Instant::now();
        let told = answer(answering(unreadable), "get", json!({})).await;
        assert!(
            error(&told).contains("no message of the protocol"),
            "{told}"
        );
        assert!(began.elapsed() < Duration::from_secs(1), "{unreadable}");
    }
    // What the server asks has ids of its own, also where it is no answer's to be read.
    let asked = r#"{"jsonrpc":"2.0","id":ID,"method":"ping","params":{"a":1e999}}"#;
    let told = answer(answering(asked), "get", json!({})).await;
    assert!(error(&told).contains("did not answer within"), "{told}");
}

#[tokio::test]
async fn progress_reaches_the_reader_in_order() {
    let model = ScriptedModel::new()
        .call("count", json!({ "to": 3 }))
        .text("Done.");
    let stage = stage(&model, odd(&OddServer::default()));
    insta::assert_snapshot!(stage.play("Count.").await, @r#"
    helper: call count(adk-id-3) {"to":3}
    helper …: answer count(adk-id-3) {"progress":1,"total":3,"message":"number 1"}
    helper …: answer count(adk-id-3) {"progress":2,"total":3,"message":"number 2"}
    helper …: answer count(adk-id-3) {"progress":3,"total":3,"message":"number 3"}
    helper: answer count(adk-id-3) {"output":"counted"}
    helper: "Done."
    "#);
}

#[tokio::test]
async fn the_message_of_a_report_is_cut() {
    let pad = "ä".repeat(1 << 20);
    let model = ScriptedModel::new();
    let model = model
        .call("count", json!({ "to": 1, "pad": pad }))
        .text("Done.");
    let stage = stage(&model, odd(&OddServer::default()));
    let mut run = stage.run("Count.");
    let mut lengths = Vec::new();
    while let Some(event) = run.next().await {
        let event = event.unwrap();
        let contents = event.content().filter(|_| event.is_partial());
        let reports = contents
            .into_iter()
            .flat_map(adk::Content::function_responses);
        lengths.extend(reports.map(|report| {
            let report = report.response().to_value();
            report["message"].as_str().unwrap().len()
        }));
    }
    // A letter of two bytes is not cut in half.
    assert_eq!(lengths, [4096]);
}

const MIB: usize = 1 << 20;

/// The most memory in MiB of a process that is answered so many bytes, and takes so many.
async fn peak(server: &str, bytes: usize, limit: usize) -> usize {
    let mut client = tokio::process::Command::new(env!("CARGO_BIN_EXE_greedy_client"));
    let client = client.args([server, &bytes.to_string(), &limit.to_string()]);
    let told = client.output().await.unwrap();
    let told = String::from_utf8(told.stdout).unwrap();
    told.trim().parse().unwrap_or_else(|_| panic!("{told}"))
}

#[tokio::test]
async fn what_is_too_large_takes_no_more_memory_than_its_limit() {
    let odd = env!("CARGO_BIN_EXE_odd_server");
    let idle = peak(odd, 1, 8 * MIB).await;
    let over = peak(odd, 50 * MIB, 8 * MIB).await;
    // What was read of a line before it proved too long, and what it grew from.
    assert!(over <= idle + 24, "{over} MiB, {idle} of them idle");
    let taken = peak(odd, 50 * MIB, 60 * MIB).await;
    assert!(taken >= idle + 50, "{taken} MiB, {idle} of them idle");
}

#[tokio::test]
async fn nor_does_it_over_http() {
    for kind in ["application/json", "text/event-stream"] {
        let server = Server::start(move |method, message| match method {
            "tools/list" => {
                let tool = json!({ "name": "large", "inputSchema": { "type": "object" } });
                result(&message, &json!({ "tools": [tool] }))
            }
            "tools/call" => {
                let bytes = message["params"]["arguments"]["bytes"].as_u64().unwrap();
                let text = "x".repeat(usize::try_from(bytes).unwrap());
                let (status, _, body) = result(&message, &said(&text));
                let body = match kind {
                    "text/event-stream" => format!("data: {body}\n\n"),
                    _ => body,
                };
                (status, format!("content-type: {kind}\r\n"), body)
            }
            _ => plain(method, &message),
        })
        .await;
        let idle = peak(&server.url, 1, 8 * MIB).await;
        for bytes in [20 * MIB, 200 * MIB] {
            let over = peak(&server.url, bytes, 8 * MIB).await;
            assert!(over <= idle + 24, "{kind}: {over} MiB, {idle} of them idle");
        }
        let taken = peak(&server.url, 50 * MIB, 60 * MIB).await;
        assert!(
            taken >= idle + 50,
            "{kind}: {taken} MiB, {idle} of them idle"
        );
    }
}

#[tokio::test]
async fn a_flood_of_notifications_stops_nobody() {
    let beats = Arc::new(AtomicUsize::new(0));
    let heart = Arc::clone(&beats);
    let heart = tokio::spawn(async move {
        loop {
            heart.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    });
    let server = OddServer::default();
    let model = ScriptedModel::new()
        .call("flood", json!({ "to": 5_000 }))
        .text("Done.");
    let stage = stage(&model, odd(&server));
    let mut run = stage.run("Go.");
    let (mut reports, mut last) = (0, 0);
    while let Some(event) = run.next().await {
        let event = event.unwrap();
        if !event.is_partial() {
            continue;
        }
        let content = event.content().unwrap();
        let report = content
            .function_responses()
            .next()
            .unwrap()
            .response()
            .to_value();
        let done = report["progress"].as_i64().unwrap();
        assert!(done > last, "{done} behind {last}");
        (reports, last) = (reports + 1, done);
    }
    heart.abort();
    assert!((1..=5_000).contains(&reports), "{reports}");
    assert!(beats.load(Ordering::Relaxed) > 10);
    assert_eq!(read(&model).unwrap()["output"], "counted");
}

#[tokio::test]
async fn what_a_server_asks_of_its_client_is_refused() {
    let told = answer(odd(&OddServer::default()), "ask", json!({})).await;
    insta::assert_snapshot!(told["output"].as_str().unwrap(), @r#"
    sampling/createMessage: Mcp error: -32601: this client does not sample a model for a server
    elicitation/create: {"action":"decline"}
    roots/list: Mcp error: -32601: this client tells of no files
    other/thing: Mcp error: -32601: this client does not know this request
    "#);
}
