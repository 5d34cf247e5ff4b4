//! What is said where a server that is reached over HTTP does not do its part.

use adk::ErrorKind;
use adk::testing::ScriptedModel;
use adk::tool::mcp::{McpEndpoint, McpToolset};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use super::web::{Answer, Server, plain, result, said};
use super::{answer, error, stage};

/// What ends a run that cannot do without the server, with the port as `PORT`.
async fn told(endpoint: impl Into<McpEndpoint>, port: &str) -> String {
    let toolset = McpToolset::http("remote", endpoint).required();
    let run = stage(&ScriptedModel::new(), toolset).run("Go.").text();
    let error = run.await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mcp);
    let told = format!("{error:?}").replace(port, "PORT");
    assert!(!told.contains("rmcp"), "{told}");
    told
}

/// The second line: what is wrong in plain words.
fn second(told: &str) -> &str {
    let line = told.lines().nth(1).unwrap();
    line.trim_start_matches("  caused by: ")
}

fn port(url: &str) -> &str {
    let port = url.split(':').nth(2).unwrap();
    port.split('/').next().unwrap()
}

async fn of_status(status: u16, headers: &str) -> String {
    let headers = headers.to_owned();
    let server = Server::start(move |_, _| (status, headers.clone(), "canary".to_owned())).await;
    let told = told(&*server.url, port(&server.url)).await;
    second(&told).to_owned()
}

#[tokio::test]
async fn each_status_says_what_to_do() {
    let mut all = String::new();
    for status in [302, 401, 403, 404, 405, 418, 429, 500, 503] {
        all = format!("{all}{}\n", of_status(status, "").await);
    }
    for (status, challenge) in [
        (401, "Bearer"),
        (403, "Bearer error=\"insufficient_scope\""),
    ] {
        let challenged = of_status(status, &format!("www-authenticate: {challenge}\r\n")).await;
        assert!(all.contains(&challenged), "{challenged}");
    }
    insta::assert_snapshot!(all, @r#"
    MCP server `remote` at `127.0.0.1:PORT` answered 302 Found: give the address that it leads to, or follow with `McpEndpoint::follow_redirects`
    MCP server `remote` at `127.0.0.1:PORT` answered 401 Unauthorized: give it a valid token with `McpEndpoint::bearer_token`
    MCP server `remote` at `127.0.0.1:PORT` answered 403 Forbidden: the token or header that it was given does not allow this
    MCP server `remote` at `127.0.0.1:PORT` answered 404 Not Found: is the path of its address right? Many end in `/mcp`
    MCP server `remote` at `127.0.0.1:PORT` answered 405 Method Not Allowed: is the path of its address right? This one takes no messages
    MCP server `remote` at `127.0.0.1:PORT` answered 418 I'm a teapot
    MCP server `remote` at `127.0.0.1:PORT` answered 429 Too Many Requests: it is asked too often; ask less, or later
    MCP server `remote` at `127.0.0.1:PORT` answered 500 Internal Server Error: it failed by itself; its own log says why
    MCP server `remote` at `127.0.0.1:PORT` answered 503 Service Unavailable: it failed by itself; its own log says why
    "#);
}

#[tokio::test]
async fn a_page_and_what_is_no_message_are_told() {
    let html = of_status(200, "content-type: text/html\r\n").await;
    let json = of_status(200, "content-type: application/json\r\n").await;
    let evil = format!("content-type: {}\r\n", "x".repeat(500));
    assert!(of_status(200, &evil).await.len() < 250);
    insta::assert_snapshot!(format!("{html}\n{json}"), @r#"
    MCP server `remote` at `127.0.0.1:PORT` answered with `text/html`, which is no message of MCP: is the path of its address right? Many end in `/mcp`
    MCP server `remote` at `127.0.0.1:PORT` answered with what is no message of MCP
    "#);
}

#[tokio::test]
async fn no_connection_says_why() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let free = listener.local_addr().unwrap().port().to_string();
    drop(listener);
    let refused = told(format!("http://127.0.0.1:{free}/mcp?key=canary"), &free).await;
    assert!(!refused.contains("canary"), "{refused}");
    insta::assert_snapshot!(refused, @r#"
    toolset `remote` of agent `helper` could not list its tools (Mcp)
      caused by: MCP server `remote` at `127.0.0.1:PORT` cannot be reached: nobody listens there. Is it started, and is the port right?
      caused by: error sending request
      caused by: client error (Connect)
      caused by: tcp connect error
      caused by: Connection refused (os error 111)
    "#);
    let unknown = told("http://tracker.invalid/mcp", "-").await;
    insta::assert_snapshot!(second(&unknown), @r#"
    MCP server `remote` at `tracker.invalid` cannot be reached: the name of its host is not known. Is it spelt right?
    "#);

    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let plain = listener.local_addr().unwrap().port().to_string();
    let server = tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            _ = stream.read(&mut [0; 1000]).await;
            _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
        }
    });
    let over_tls = told(format!("https://127.0.0.1:{plain}/mcp"), &plain).await;
    server.abort();
    insta::assert_snapshot!(second(&over_tls), @r#"
    MCP server `remote` at `127.0.0.1:PORT` cannot be reached: it does not speak TLS as is needed; is its address one of `http://`?
    "#);
}

#[tokio::test]
async fn an_address_that_is_none_ends_the_run_though_the_server_is_not_required() {
    let mut all = Vec::new();
    for url in [
        "127.0.0.1:8931/canary",
        "localhost:8931/canary",
        "canary",
        "",
    ] {
        let toolset = McpToolset::http("remote", url);
        let run = stage(&ScriptedModel::new(), toolset).run("Go.").text();
        let error = run.await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Config, "{url}");
        let told = format!("{error:?}");
        assert!(!told.contains("canary"), "{told}");
        all.push(second(&told).to_owned());
    }
    all.dedup();
    insta::assert_snapshot!(all.join("\n"), @r#"
    the address of MCP server `remote` is no URL of HTTP; it begins with `http://` or `https://`, as in `https://tracker.example.com/mcp`
    "#);
}

#[tokio::test]
async fn a_call_is_told_by_its_status() {
    let server = Server::start(|method, message| -> Answer {
        match method {
            "tools/call" => (401, String::new(), "canary".to_owned()),
            _ => plain(method, &message),
        }
    })
    .await;
    let toolset = McpToolset::http("remote", &*server.url);
    let told = answer(toolset, "get", json!({})).await;
    insta::assert_snapshot!(error(&told), @r#"
    MCP server `remote` answered the call of `get` with 401 Unauthorized
    "#);
}

#[tokio::test]
async fn what_a_server_says_at_length_is_cut() {
    let page = "a page ".repeat(100_000);
    for (at, status) in [
        ("initialize", 403),
        ("initialize", 404),
        ("tools/list", 401),
    ] {
        let page = page.clone();
        let server = Server::start(move |method, message| -> Answer {
            if method == at {
                return (status, String::new(), page.clone());
            }
            plain(method, &message)
        })
        .await;
        let told = told(&*server.url, port(&server.url)).await;
        assert!(told.contains(&status.to_string()), "{told}");
        assert!(told.contains("a page ") && told.len() < 2_000, "{told}");
    }
    let server = Server::start(move |method, message| -> Answer {
        let error = json!({ "code": -1, "message": page });
        let refusal = json!({ "jsonrpc": "2.0", "id": message["id"], "error": error });
        let json = "content-type: application/json\r\n".to_owned();
        match method {
            "tools/list" => (200, json, refusal.to_string()),
            _ => plain(method, &message),
        }
    })
    .await;
    let told = told(&*server.url, port(&server.url)).await;
    assert!(told.contains("a page ") && told.len() < 6_000, "{told}");
}

/// What a model reads of a call that is answered so.
async fn called(answered: impl Fn(&Value) -> Answer + Send + Sync + 'static) -> String {
    let server = Server::start(move |method, message| match method {
        "tools/call" => answered(&message),
        _ => plain(method, &message),
    })
    .await;
    let toolset = McpToolset::http("remote", &*server.url);
    let told = answer(toolset, "get", json!({})).await;
    error(&told).to_owned()
}

#[tokio::test]
async fn an_answer_that_is_none_is_not_waited_on() {
    let other = |_: &Value| result(&json!({ "id": 9_999 }), &said("got"));
    let mut all = Vec::new();
    for status in [202, 204] {
        all.push(called(move |_| (status, String::new(), String::new())).await);
    }
    all.push(called(other).await);
    all.push(
        called(|_| {
            let error = json!({ "code": -32_700, "message": "not understood" });
            let error = json!({ "jsonrpc": "2.0", "id": null, "error": error });
            let json = "content-type: application/json\r\n".to_owned();
            (200, json, error.to_string())
        })
        .await,
    );
    all.push(
        called(|message| {
            let id = &message["id"];
            let structured = r#"{"content":[],"structuredContent":{"a":1e400}}"#;
            let answer = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{structured}}}"#);
            let events = format!("data: {{bad\n\ndata: {answer}\n\n");
            (
                200,
                "content-type: text/event-stream\r\n".to_owned(),
                events,
            )
        })
        .await,
    );
    insta::assert_snapshot!(all.join("\n"), @r#"
    the connection to MCP server `remote` broke during the call of `get`; whether it was carried out is not known
    the connection to MCP server `remote` broke during the call of `get`; whether it was carried out is not known
    the connection to MCP server `remote` broke during the call of `get`; whether it was carried out is not known
    Tool execution failed. Details: not understood
    Tool execution failed. Details: the answer is no message of the protocol
    "#);
}
