//! What the connections of our server have to themselves, and how much of it they may have.

use std::sync::Arc;
use std::time::Duration;

use adk::mcp::{McpServer, serve};
use adk::prelude::*;
use adk::tool::Toolset;
use adk::{ErrorKind, Part};
use bytes::Bytes;
use futures::future::BoxFuture;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::sync::Notify;

use super::serving::{http, initialize};
use super::settle;

/// Bytes whose end is told.
struct Held(Arc<Notify>);

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        b"held"
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

/// Keeps what this user says.
#[tool]
async fn keep(gone: App<Arc<Notify>>, ctx: &ToolContext) -> Result<u64, ToolError> {
    let held = Bytes::from_owner(Held(Arc::clone(&gone)));
    ctx.state().set("user:kept", true);
    let part = Part::from_bytes("text/plain", held);
    Ok(ctx.save_artifact("user:kept.txt", part).await?)
}

/// Says what there is of this user.
#[tool]
async fn kept(ctx: &ToolContext) -> Result<String, ToolError> {
    let names = ctx.list_artifacts().await?;
    Ok(format!("{names:?} {:?}", ctx.state().get("user:kept")))
}

/// Takes seven minutes.
#[tool]
async fn slow(ctx: &ToolContext) {
    tokio::time::sleep(Duration::from_mins(7)).await;
    ctx.state().set("user:kept", true);
}

fn server() -> McpServer {
    serve(tools![kept, slow]).name("shop")
}

fn call(id: u32, tool: &str) -> Value {
    let params = json!({ "name": tool, "arguments": {} });
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params })
}

/// A host that says what a test makes it say.
struct Host {
    address: String,
    session: Option<String>,
}

impl Host {
    /// What is answered: status, head and body.
    async fn said(&self, method: &str, body: Value) -> (u16, String) {
        let session = self.session.as_ref();
        let session = session.map(|id| format!("mcp-session-id: {id}\r\n"));
        let body = body.to_string();
        let request = format!(
            "{method} /mcp HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{}content-type: \
             application/json\r\naccept: application/json, text/event-stream\r\ncontent-length: \
             {}\r\n\r\n{body}",
            session.unwrap_or_default(),
            body.len(),
        );
        let mut stream = TcpStream::connect(&self.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        (answer[9..12].parse().unwrap(), answer)
    }

    async fn initialize(address: &str) -> (u16, Self) {
        let mut host = Self {
            address: address.to_owned(),
            session: None,
        };
        let (status, answer) = host.said("POST", initialize()).await;
        let mut lines = answer.lines();
        let id = lines.find_map(|line| line.strip_prefix("mcp-session-id: "));
        host.session = id.map(str::to_owned);
        if status == 200 {
            let begun = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
            assert_eq!(host.said("POST", begun).await.0, 202);
        }
        (status, host)
    }

    async fn call(&self, tool: &str) -> String {
        let (status, answer) = self.said("POST", call(2, tool)).await;
        assert_eq!(status, 200, "{answer}");
        answer
    }
}

#[tokio::test]
async fn what_a_connection_keeps_is_its_own_and_goes_with_it() {
    let gone = Arc::new(Notify::new());
    let server = serve(tools![keep, kept]).provide(Arc::clone(&gone));
    let (address, _stop, _task) = http(server).await;
    let (_, first) = Host::initialize(&address).await;
    let (_, second) = Host::initialize(&address).await;
    first.call("keep").await;
    let (own, other) = (first.call("kept").await, second.call("kept").await);
    assert!(
        own.contains(r#"[\"user:kept.txt\"] Some(Bool(true))"#),
        "{own}"
    );
    assert!(other.contains("[] None"), "{other}");
    assert_eq!(first.said("DELETE", Value::Null).await.0, 202);
    gone.notified().await;
    // The server goes on.
    assert!(second.call("kept").await.contains("[] None"));
}

#[tokio::test]
async fn one_connection_more_than_there_may_be_is_refused() {
    let (address, _stop, _task) = http(server().max_connections(2)).await;
    let (status, first) = Host::initialize(&address).await;
    assert_eq!((status, Host::initialize(&address).await.0), (200, 200));
    let (status, refused) = Host::initialize(&address).await;
    assert_eq!((status, refused.session), (503, None));
    assert!(first.call("kept").await.contains("[] None"));
    first.said("DELETE", Value::Null).await;
    settle().await;
    assert_eq!(Host::initialize(&address).await.0, 200);
}

#[tokio::test(start_paused = true)]
async fn a_connection_lasts_as_long_as_a_call_and_ends_when_it_stands_still() {
    let (address, _stop, _task) = http(server().max_connections(1)).await;
    let (_, host) = Host::initialize(&address).await;
    // Nobody reads on, so nothing is said for the time of the call.
    let slow = tokio::time::timeout(Duration::from_secs(1), host.call("slow"));
    assert!(slow.await.is_err());
    tokio::time::sleep(Duration::from_mins(7)).await;
    assert!(host.call("kept").await.contains("Some(Bool(true))"));
    assert_eq!(Host::initialize(&address).await.0, 503);
    // Ten minutes for a call, and five.
    tokio::time::sleep(Duration::from_secs(15 * 60 + 1)).await;
    assert_eq!(host.said("POST", call(2, "kept")).await.0, 404);
    assert_eq!(Host::initialize(&address).await.0, 200);
}

#[tokio::test]
async fn a_request_of_more_than_four_megabytes_is_refused() {
    let (address, _stop, _task) = http(server()).await;
    let (_, host) = Host::initialize(&address).await;
    let text = "x".repeat(5 << 20);
    let mut stream = TcpStream::connect(&host.address).await.unwrap();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\naccept: \
         application/json, text/event-stream\r\ncontent-length: {}\r\n\r\n",
        text.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    // The server may well stop to read.
    let _ = stream.write_all(text.as_bytes()).await;
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.unwrap();
    assert_eq!(&head[9..], b"413");
}

#[tokio::test]
async fn a_server_for_no_host_is_an_error() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let none: [&str; 0] = [];
    let error = server()
        .allowed_hosts(none)
        .http(listener)
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
    insta::assert_snapshot!(error, @"MCP server `shop` answers under no host's name: give `allowed_hosts` one");
}

/// Waits for good.
#[tool]
async fn hold() {
    std::future::pending::<()>().await;
}

/// The id of the next answer.
async fn answered(lines: &mut (impl AsyncBufReadExt + Unpin)) -> Value {
    let mut line = String::new();
    let read = tokio::time::timeout(Duration::from_secs(20), lines.read_line(&mut line));
    read.await.unwrap().unwrap();
    let answer: Value = serde_json::from_str(&line).unwrap();
    assert!(line.contains("result"), "{line}");
    answer["id"].clone()
}

#[tokio::test]
async fn a_call_that_waits_for_its_place_can_be_cancelled_and_too_many_are_refused() {
    let (near, far) = tokio::io::duplex(64 << 10);
    tokio::spawn(serve(tools![hold]).stream(far));
    let (read, mut write) = tokio::io::split(near);
    let mut lines = BufReader::new(read);
    let mut said = vec![
        initialize(),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
    ];
    // 64 run, 1024 wait.
    let calls = [(100..1188).collect(), vec![2000]].concat();
    said.extend(calls.into_iter().map(|id| call(id, "hold")));
    let params = json!({ "requestId": 500, "reason": "no longer wanted" });
    said.push(json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params,
    }));
    said.extend([2001, 2002].map(|id| call(id, "hold")));
    for said in said {
        let line = format!("{said}\n");
        write.write_all(line.as_bytes()).await.unwrap();
        if said["method"] == "notifications/cancelled" || said["id"] == 2000 {
            settle().await;
        }
    }
    assert_eq!(answered(&mut lines).await, 1);
    assert_eq!(answered(&mut lines).await, 2000);
    // The call that was cancelled left its place to 2001.
    assert_eq!(answered(&mut lines).await, 2002);
}

/// Lists what a test says.
#[derive(Debug)]
struct Odd(fn() -> Tools);

type Tools = Vec<Arc<dyn Tool>>;

impl Toolset for Odd {
    fn name(&self) -> &'static str {
        "odd"
    }

    fn tools<'a>(
        &'a self,
        _: &'a ReadonlyContext,
    ) -> BoxFuture<'a, adk::Result<Vec<Arc<dyn Tool>>>> {
        Box::pin(async { Ok((self.0)()) })
    }
}

#[tokio::test]
async fn tools_that_are_listed_later_are_checked_too() {
    let nameless = || {
        let tool = FunctionTool::new("no name", "Is.", |(): (), _: ToolContext| async {
            Ok::<_, ToolError>(())
        });
        vec![Arc::new(tool) as Arc<dyn Tool>]
    };
    let kinds: [fn() -> Tools; 4] = [
        nameless,
        || panic!("no list"),
        || vec![Arc::new(kept::tool())],
        || vec![Arc::new(keep::tool())],
    ];
    for odd in kinds {
        let (address, _stop, _task) = http(serve(tools![kept, ..Odd(odd)])).await;
        let (_, host) = Host::initialize(&address).await;
        let list = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" });
        let (_, answer) = host.said("POST", list).await;
        assert!(answer.contains("the tools cannot be listed"), "{answer}");
        // What is known for good can be called all the same.
        assert!(host.call("kept").await.contains("[] None"));
    }
    let fine = || vec![Arc::new(slow::tool()) as Arc<dyn Tool>];
    let (address, _stop, _task) = http(serve(tools![kept, ..Odd(fine)])).await;
    let (_, host) = Host::initialize(&address).await;
    let list = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" });
    assert!(
        host.said("POST", list)
            .await
            .1
            .contains("Takes seven minutes.")
    );
}
