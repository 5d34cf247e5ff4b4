//! The official Python SDK: its server asked by our client, its client asking our server.

use std::env;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use adk::CancellationToken;
use adk::tool::mcp::{McpCommand, McpToolset};
use serde_json::{Value, json};
use tests::peers;
use tokio::process::{Child, Command};

use super::played;

fn python() -> PathBuf {
    Path::new(peers::FOLDER).join("venv/bin/python")
}

fn script(name: &str) -> PathBuf {
    Path::new(peers::FOLDER).join(name)
}

fn stdio() -> McpToolset {
    let command = McpCommand::new(python())
        .arg(script("mcp_server.py"))
        .quiet();
    McpToolset::stdio("python", command).connect_timeout(Duration::from_mins(1))
}

/// The server on a port, and where that is.
async fn http() -> (Child, String) {
    let port = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let child = Command::new(python())
        .arg(script("mcp_server.py"))
        .args(["http", &port.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    for _ in 0..600 {
        if tokio::net::TcpStream::connect(("127.0.0.1", port))
            .await
            .is_ok()
        {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    (child, format!("http://127.0.0.1:{port}/mcp"))
}

/// What is the same over both transports.
async fn is_understood(toolset: McpToolset) {
    let calls = [
        ("weather", json!({ "city": "Paris" })),
        ("fails", json!({ "text": "no such city" })),
        ("picture", json!({})),
        ("count", json!({ "to": 3 })),
        ("tool_999", json!({})),
        ("large", json!({ "count": 20_000_000 })),
        ("weather", json!({ "city": "Oslo" })),
    ];
    let played = played(toolset, &calls).await;
    assert!(played.names.len() > 1000, "{}", played.names.len());
    let [weather, fails, picture, count, many, large, again] = &played.answers[..] else {
        panic!("{}", played.transcript);
    };
    assert_eq!(
        weather["output"],
        json!({ "city": "Paris", "degrees": 21.5 })
    );
    assert!(
        fails["error"].as_str().unwrap().contains("fails"),
        "{fails}"
    );
    assert_eq!(picture["artifacts"][0]["mimeType"], "image/png");
    assert_eq!(count["output"]["result"], "counted");
    assert!(
        played.transcript.contains(r#"{"progress":3,"total":3}"#),
        "{count}"
    );
    assert_eq!(many["output"]["result"], "999");
    assert!(large["error"].is_string(), "{large}");
    assert_eq!(again["output"]["city"], "Oslo");
}

#[tokio::test]
async fn its_server_is_understood_as_a_program() {
    if peers::are_asked() {
        is_understood(stdio()).await;
    }
}

#[tokio::test]
async fn its_server_is_understood_over_http() {
    if peers::are_asked() {
        let (_server, url) = http().await;
        is_understood(McpToolset::http("python", url)).await;
    }
}

#[tokio::test]
async fn its_server_dies_in_a_call_and_is_started_again() {
    if !peers::are_asked() {
        return;
    }
    let calls = [("die", json!({})), ("weather", json!({ "city": "Oslo" }))];
    let played = played(stdio(), &calls).await;
    assert!(
        played.answers[0]["error"]
            .as_str()
            .unwrap()
            .contains("broke during")
    );
    assert_eq!(played.answers[1]["output"]["city"], "Oslo");
}

#[tokio::test]
async fn its_server_hears_that_a_call_is_cancelled() {
    if !peers::are_asked() {
        return;
    }
    let file = env::temp_dir().join(format!("adk-mcp-cancelled-{}", std::process::id()));
    let limit = Duration::from_secs(2);
    let calls = [
        ("wait", json!({ "path": file })),
        ("weather", json!({ "city": "Oslo" })),
    ];
    let played = played(stdio().call_timeout(limit), &calls).await;
    assert!(
        played.answers[0]["error"]
            .as_str()
            .unwrap()
            .contains("within 2s")
    );
    assert_eq!(played.answers[1]["output"]["city"], "Oslo");
    let said = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert_eq!(said, "cancelled");
}

/// What its client hears of our server.
async fn heard(target: String) -> Value {
    let output = Command::new(python())
        .arg(script("mcp_client.py"))
        .arg(target)
        .output();
    let output = tokio::time::timeout(Duration::from_mins(2), output)
        .await
        .unwrap()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn assert_understood(heard: &Value) {
    assert_eq!(
        heard["tools"],
        json!(["distance", "plan_drive", "close_road"])
    );
    assert_eq!(heard["read_only"], true);
    assert_eq!(heard["plan"]["structuredContent"], json!({ "result": 926 }));
    let wanted = json!([[1.0, 2.0, "Oslo to Bergen"], [2.0, 2.0, "Bergen to Oslo"]]);
    assert_eq!(heard["progress"], wanted);
    assert_eq!(heard["far"]["isError"], true);
    assert_eq!(
        heard["far"]["content"][0]["text"],
        "known is Oslo to Bergen"
    );
    assert_eq!(heard["wrong"]["isError"], true);
    let asked = [
        "Close it?\n\nclose_road({\"road\":\"Oslo to Bergen\"})",
        "Close it?\n\nclose_road({\"road\":\"Bergen to Voss\"})",
    ];
    assert_eq!(heard["asked"], json!(asked));
    let said = |call: &str| heard[call]["content"][0]["text"].as_str().unwrap();
    assert_eq!(said("closed"), "Oslo to Bergen is closed");
    assert!(said("kept").ends_with("call is rejected"), "{heard}");
    assert!(said("alone").contains("cannot ask"), "{heard}");
}

#[tokio::test]
async fn its_client_understands_our_server_as_a_program() {
    if peers::are_asked() {
        assert_understood(&heard(env!("CARGO_BIN_EXE_roads_server").to_owned()).await);
    }
}

#[tokio::test]
async fn its_client_understands_our_server_over_http() {
    if !peers::are_asked() {
        return;
    }
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let stop = CancellationToken::new();
    let server = tests::roads::server().until(stop.clone());
    let serving = tokio::spawn(server.http(listener));
    assert_understood(&heard(url).await);
    stop.cancel();
    serving.await.unwrap().unwrap();
}
