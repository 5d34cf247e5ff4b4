//! A server that is reached over HTTP.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use adk::ErrorKind;
use adk::testing::ScriptedModel;
use adk::tool::mcp::{McpEndpoint, McpToolset};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

use super::{answer, error, read, stage};

/// An answer: status, further headers, body.
type Answer = (u16, String, String);
type Decide = dyn Fn(&str, Value) -> Option<Answer> + Send + Sync;

/// A server that answers each message by its method, or never; and the heads of all requests.
struct Server {
    url: String,
    heads: Arc<Mutex<Vec<String>>>,
    task: AbortHandle,
}

impl Server {
    async fn start<A: Into<Option<Answer>>>(
        decide: impl Fn(&str, Value) -> A + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        let heads = Arc::new(Mutex::new(Vec::new()));
        let decide: Arc<Decide> = Arc::new(move |method, message| decide(method, message).into());
        let kept = Arc::clone(&heads);
        let task = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                tokio::spawn(serve(stream, Arc::clone(&decide), Arc::clone(&kept)));
            }
        });
        Self {
            url,
            heads,
            task: task.abort_handle(),
        }
    }

    fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap().clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(stream: TcpStream, decide: Arc<Decide>, heads: Arc<Mutex<Vec<String>>>) {
    let mut stream = BufReader::new(stream);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if stream.read_line(&mut head).await.unwrap_or(0) == 0 {
                return;
            }
        }
        let head = head.to_ascii_lowercase();
        let length = head.split("content-length: ").nth(1);
        let length = length.and_then(|rest| rest.split("\r\n").next()?.parse().ok());
        let mut body = vec![0; length.unwrap_or(0)];
        stream.read_exact(&mut body).await.unwrap();
        let message: Value = serde_json::from_slice(&body).unwrap_or_default();
        let is_get = head.starts_with("get");
        heads.lock().unwrap().push(head);
        let method = message["method"].as_str().unwrap_or("").to_owned();
        let answer = if is_get {
            Some((405, String::new(), String::new()))
        } else {
            decide(&method, message)
        };
        let Some((status, headers, body)) = answer else {
            return std::future::pending().await;
        };
        let length = body.len();
        let text =
            format!("HTTP/1.1 {status} Said\r\n{headers}content-length: {length}\r\n\r\n{body}");
        if stream.write_all(text.as_bytes()).await.is_err() {
            return;
        }
    }
}

fn result(message: &Value, result: &Value) -> Answer {
    let body = json!({ "jsonrpc": "2.0", "id": message["id"], "result": result });
    (
        200,
        "content-type: application/json\r\n".to_owned(),
        body.to_string(),
    )
}

/// What a plain server with one tool says, but for the call of it.
fn plain(method: &str, message: &Value) -> Answer {
    match method {
        "initialize" => {
            let version = &message["params"]["protocolVersion"];
            let info = json!({ "name": "plain", "version": "1" });
            let capabilities = json!({ "tools": {} });
            let told = json!({ "protocolVersion": version, "capabilities": capabilities, "serverInfo": info });
            result(message, &told)
        }
        "tools/list" => {
            let tool = json!({ "name": "get", "description": "Gets.", "inputSchema": { "type": "object" } });
            result(message, &json!({ "tools": [tool] }))
        }
        "ping" => result(message, &json!({})),
        _ => (202, String::new(), String::new()),
    }
}

fn said(text: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": text }] })
}

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
async fn a_redirect_is_not_followed_unless_the_program_says_so() {
    let target = Server::start(|method, message| match method {
        "tools/call" => result(&message, &said("got")),
        _ => plain(method, &message),
    })
    .await;
    let url = target.url.clone();
    let server =
        Server::start(move |_, _| (307, format!("location: {url}\r\n"), String::new())).await;
    let endpoint = || McpEndpoint::new(&server.url).header("x-key", "canary");
    let toolset = McpToolset::http("moved", endpoint()).required();
    let run = stage(&ScriptedModel::new(), toolset)
        .run("Go.")
        .text()
        .await;
    assert_eq!(run.unwrap_err().kind(), ErrorKind::Mcp);
    assert!(!server.heads().is_empty() && target.heads().is_empty());

    let toolset = McpToolset::http("moved", endpoint().follow_redirects(3));
    assert_eq!(answer(toolset, "get", json!({})).await["output"], "got");
    assert!(!target.heads().is_empty());
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
            error(&first).contains("broke during the call") && !error(&first).contains("secret"),
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
    for (kind, wanted) in [
        ("application/json", "more than 8388608 bytes"),
        ("text/event-stream", "broke during the call"),
    ] {
        let server = Server::start(move |method, message| {
            if method != "tools/call" {
                return plain(method, &message);
            }
            let text = "x".repeat(20_000_000);
            let body = json!({ "jsonrpc": "2.0", "id": message["id"], "result": said(&text) });
            let body = match kind {
                "text/event-stream" => format!("data: {body}\n\n"),
                _ => body.to_string(),
            };
            (200, format!("content-type: {kind}\r\n"), body)
        })
        .await;
        let toolset = McpToolset::http("plain", server.url.clone());
        let toolset = toolset.call_timeout(Duration::from_secs(5));
        let told = answer(toolset, "get", json!({})).await;
        assert!(error(&told).contains(wanted), "{kind}: {told}");
    }
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
