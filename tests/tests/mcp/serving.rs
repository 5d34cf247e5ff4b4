//! Our tools as an MCP server, called by our own client and by `rmcp`'s.

use std::sync::Arc;
use std::time::Duration;

use adk::mcp::{McpServer, serve};
use adk::prelude::*;
use adk::testing::ScriptedModel;
use adk::tool::Toolset as _;
use adk::tool::mcp::McpToolset;
use adk::{CancellationToken, ErrorKind, Part, ToolList};
use serde_json::{Value, json};
use tests::logged::Logged;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

use super::{answer, error, read, stage};

/// Greets someone.
#[tool(read_only)]
async fn greet(
    /// As in `Ada`.
    name: String,
) -> String {
    format!("Hello, {name}!")
}

/// Divides two numbers.
#[tool(idempotent)]
async fn divide(
    /// What is divided.
    a: i64,
    /// By what.
    b: i64,
) -> Result<i64, ToolError> {
    a.checked_div(b)
        .ok_or_else(|| ToolError::model("nothing is divided by zero"))
}

/// Breaks.
#[tool]
async fn breaks() {
    panic!("out of order");
}

/// Counts its calls on this connection.
#[tool]
async fn count(ctx: &ToolContext) -> i64 {
    let calls = ctx
        .state()
        .get("calls")
        .and_then(|calls| calls.as_i64())
        .unwrap_or(0)
        + 1;
    ctx.state().set("calls", calls);
    ctx.state().set("temp:calls", calls);
    calls
}

/// Says how many there are.
#[tool]
async fn stock(stock: App<u32>) -> u32 {
    *stock
}

/// Takes a picture.
#[tool]
async fn picture(ctx: &ToolContext) -> Result<String, ToolError> {
    let picture = Part::from_bytes("image/png", &b"\x89PNG"[..]);
    ctx.save_artifact("picture.png", picture).await?;
    Ok("Taken.".to_owned())
}

/// Works in steps.
#[tool]
async fn work(ctx: &ToolContext) -> &'static str {
    for step in 1..=3 {
        ctx.progress(json!({ "progress": step, "total": 3 })).await;
    }
    ctx.progress(json!("almost")).await;
    "worked"
}

/// Deletes everything.
#[tool(destructive, confirm)]
async fn delete_all() -> &'static str {
    "deleted"
}

/// Returns a lot.
#[tool]
async fn large() -> String {
    "x".repeat(2_000_000)
}

fn tools() -> ToolList {
    tools![
        greet, divide, breaks, count, stock, picture, work, delete_all, large
    ]
}

fn server() -> McpServer {
    serve(tools()).name("shop").provide(3_u32)
}

fn shop() -> McpToolset {
    McpToolset::in_process("shop", server())
}

#[tokio::test]
async fn tools_keep_their_declarations_and_hints() {
    let ctx = adk::testing::tool_context_builder().readonly();
    let there = shop().tools(&ctx).await.unwrap();
    let names: Vec<_> = there.iter().map(|tool| tool.name()).collect();
    assert_eq!(names, tools().names());
    let here = greet::tool();
    assert_eq!(there[0].description(), here.description());
    let parameters = here.declaration().parameters();
    assert_eq!(there[0].declaration().parameters(), parameters);
    assert!(there[0].hints().is_read_only() && there[1].hints().is_idempotent());
    assert!(there[7].hints().is_destructive());
}

#[tokio::test]
async fn results_errors_and_panics_reach_the_model() {
    let mut told = Vec::new();
    for (tool, args) in [
        ("greet", json!({ "name": "Ada" })),
        ("greet", json!({ "nam": "Ada" })),
        ("divide", json!({ "a": 7, "b": 2 })),
        ("divide", json!({ "a": 7, "b": 0 })),
        ("breaks", json!({})),
        ("stock", json!({})),
        ("delete_all", json!({})),
        ("large", json!({})),
    ] {
        let answer = answer(shop(), tool, args).await;
        told.push(format!("{tool}: {answer}"));
    }
    insta::assert_snapshot!(told.join("\n"), @r#"
    greet: {"output":{"result":"Hello, Ada!"}}
    greet: {"error":"Tool execution failed. Details: the arguments of `greet` do not fit:\n- `nam`: unknown; did you mean `name`?\n- `name`: missing; expected a string\nit takes `name`"}
    divide: {"output":{"result":3}}
    divide: {"error":"Tool execution failed. Details: nothing is divided by zero"}
    breaks: {"error":"Tool execution failed. Details: tool `breaks` panicked: out of order"}
    stock: {"output":{"result":3}}
    delete_all: {"error":"Tool execution failed. Details: tool `delete_all` was not called: a person has to approve of the call, and this MCP client cannot ask one, since it has not the capability `elicitation`"}
    large: {"error":"Tool execution failed. Details: tool `large` returned 2000013 bytes; the limit is 1048576. Ask it for less, for example a part or a summary"}
    "#);
}

#[tokio::test]
async fn state_lasts_for_a_connection() {
    let model = (0..2).fold(ScriptedModel::new(), |model, _| {
        model
            .call("count", json!({}))
            .call("count", json!({}))
            .text("Done.")
    });
    let first = stage(&model, shop());
    first.play("Count.").await;
    assert_eq!(read(&model).unwrap()["output"]["result"], 2);
    let second = stage(&model, shop());
    second.play("Count.").await;
    assert_eq!(read(&model).unwrap()["output"]["result"], 2);
}

#[tokio::test]
async fn artifacts_and_progress_reach_the_caller() {
    let model = ScriptedModel::new()
        .call("picture", json!({}))
        .call("work", json!({}))
        .text("Done.");
    insta::assert_snapshot!(stage(&model, shop()).play("Go.").await, @r#"
    helper: call picture(adk-id-3) {}
    helper: answer picture(adk-id-3) {"output":{"result":"Taken."},"artifacts":[{"name":"picture-adk-id-3-1.png","mimeType":"image/png"}]}, [saved picture-adk-id-3-1.png v1]
    helper: call work(adk-id-6) {}
    helper …: answer work(adk-id-6) {"progress":1,"total":3}
    helper …: answer work(adk-id-6) {"progress":2,"total":3}
    helper …: answer work(adk-id-6) {"progress":3,"total":3}
    helper …: answer work(adk-id-6) {"progress":4,"message":"almost"}
    helper: answer work(adk-id-6) {"output":{"result":"worked"}}
    helper: "Done."
    "#);
}

#[tokio::test]
async fn a_call_that_the_host_cancels_is_cancelled() {
    let (begun, ended) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (begins, ends) = (Arc::clone(&begun), Arc::clone(&ended));
    let wait = FunctionTool::new("wait", "Waits.", move |(): (), ctx: ToolContext| {
        let (begins, ends) = (Arc::clone(&begins), Arc::clone(&ends));
        async move {
            begins.notify_one();
            let token = ctx.cancellation().clone();
            tokio::spawn(async move {
                token.cancelled().await;
                ends.notify_one();
            });
            std::future::pending::<()>().await;
            Ok::<_, ToolError>(())
        }
    });
    let toolset = McpToolset::in_process("slow", serve(tools![..wait]));
    let model = ScriptedModel::new().call("wait", json!({}));
    let stage = stage(&model, toolset);
    let run = tokio::spawn(stage.run("Go.").text());
    begun.notified().await;
    run.abort();
    ended.notified().await;
}

#[tokio::test(start_paused = true)]
async fn a_call_has_a_time_limit() {
    let wait = FunctionTool::new("wait", "Waits.", |(): (), _: ToolContext| async {
        std::future::pending::<()>().await;
        Ok::<_, ToolError>(())
    });
    let server = serve(tools![..wait]).call_timeout(Duration::from_secs(2));
    let told = answer(McpToolset::in_process("slow", server), "wait", json!({})).await;
    assert!(
        error(&told).contains("it took longer than 2s, the server's limit"),
        "{told}"
    );
}

#[tokio::test]
async fn what_cannot_be_served_is_told_before() {
    for (server, kind) in [
        (serve(tools![stock]), ErrorKind::Config),
        (
            serve(tools![greet, ..greet::tool()]),
            ErrorKind::DuplicateName,
        ),
    ] {
        let error = server
            .stream(tokio::io::join(tokio::io::empty(), tokio::io::sink()))
            .await
            .unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
    }
}

#[tokio::test]
async fn a_host_that_leaves_at_once_is_no_error() {
    let (near, far) = tokio::io::duplex(64);
    drop(near);
    server().stream(far).await.unwrap();
}

/// Serves over HTTP; its address, and what stops it.
pub(super) async fn http(
    server: McpServer,
) -> (String, CancellationToken, tokio::task::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let stop = CancellationToken::new();
    let server = server.until(stop.clone());
    let task = tokio::spawn(async move { server.http(listener).await.unwrap() });
    (address, stop, task)
}

#[tokio::test]
async fn it_serves_over_http_and_stops_when_it_is_told_to() {
    let (address, stop, task) = http(server()).await;
    let model = ScriptedModel::new()
        .call("work", json!({}))
        .call("count", json!({}))
        .text("Done.");
    let toolset = McpToolset::http("shop", format!("http://{address}/mcp"));
    let stage = stage(&model, toolset);
    let played = stage.play("Go.").await;
    assert_eq!(read(&model).unwrap()["output"]["result"], 1);
    assert!(played.contains(r#"{"progress":3,"total":3}"#), "{played}");
    stop.cancel();
    // A client with an open stream does not keep it.
    tokio::time::timeout(Duration::from_secs(8), task)
        .await
        .unwrap()
        .unwrap();
    assert!(TcpStream::connect(&address).await.is_err());
}

/// The first request of a host that speaks for itself.
pub(super) fn initialize() -> Value {
    json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "raw", "version": "1" },
        },
    })
}

/// The status of a request with these headers.
async fn status(address: &str, headers: &str) -> u16 {
    let body = initialize().to_string();
    let length = body.len();
    let request = format!(
        "POST /mcp HTTP/1.1\r\n{headers}content-type: application/json\r\n\
         accept: application/json, text/event-stream\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.unwrap();
    std::str::from_utf8(&head[9..]).unwrap().parse().unwrap()
}

#[tokio::test]
async fn other_hosts_and_web_pages_are_refused_over_http() {
    let (address, _stop, _task) = http(server()).await;
    assert_eq!(status(&address, "host: 127.0.0.1\r\n").await, 200);
    assert_eq!(status(&address, "host: evil.example\r\n").await, 403);
    let page = "host: localhost\r\norigin: https://evil.example\r\n";
    assert_eq!(status(&address, page).await, 403);

    let open = server()
        .allowed_hosts(["evil.example"])
        .allowed_origins(["https://evil.example:443"]);
    let (address, _stop, _task) = http(open).await;
    assert_eq!(
        status(
            &address,
            "host: evil.example\r\norigin: https://evil.example\r\n"
        )
        .await,
        200
    );
    assert_eq!(status(&address, "host: 127.0.0.1\r\n").await, 403);
}

#[tokio::test]
async fn a_toolset_that_lists_anew_is_served_too() {
    let inner = McpToolset::in_process("inner", server());
    let outer = serve(tools![..inner]).name("outer");
    let told: Value = answer(
        McpToolset::in_process("outer", outer),
        "greet",
        json!({ "name": "Ada" }),
    )
    .await;
    assert_eq!(told["output"]["output"]["result"], "Hello, Ada!");
}

#[tokio::test]
async fn the_cause_of_a_failure_is_logged_and_not_told() {
    let fails = FunctionTool::new("fails", "Fails.", |(): (), _: ToolContext| async {
        let cause = std::io::Error::other("disk gone");
        Err::<(), _>(ToolError::model("nothing was written").with_cause(cause))
    });
    let (logged, _guard) = Logged::listen();
    let toolset = McpToolset::in_process("shop", serve(tools![..fails]));
    let told = answer(toolset, "fails", json!({})).await;
    assert_eq!(
        error(&told),
        "Tool execution failed. Details: nothing was written"
    );
    let text = logged.text();
    assert!(text.contains(r#"tool="fails" cause="disk gone""#), "{text}");
}

#[tokio::test]
async fn the_name_of_a_tool_that_is_not_there_is_told_in_short() {
    let (near, far) = tokio::io::duplex(8 << 20);
    let serving = tokio::spawn(server().stream(far));
    let (read, mut write) = tokio::io::split(near);
    let version = "2025-06-18";
    let info = json!({ "name": "raw", "version": "1" });
    let params = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": info });
    let name = "x".repeat(3_000_000);
    for message in [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": { "name": name } }),
    ] {
        let line = format!("{message}\n");
        write.write_all(line.as_bytes()).await.unwrap();
    }
    let mut lines = BufReader::new(read).lines();
    lines.next_line().await.unwrap().unwrap();
    let told = lines.next_line().await.unwrap().unwrap();
    assert!(told.contains("there is no tool `xxx"), "{told}");
    assert!(told.len() < 300, "{}", told.len());
    serving.abort();
}
