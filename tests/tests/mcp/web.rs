//! A web server that says what a test wants.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

/// An answer: status, further headers, body.
pub(super) type Answer = (u16, String, String);
type Decide = dyn Fn(&str, Value) -> Option<Answer> + Send + Sync;

/// A server that answers each message by its method, or never, with the path in the message; and the heads of all requests.
pub(super) struct Server {
    pub(super) url: String,
    heads: Arc<Mutex<Vec<String>>>,
    task: AbortHandle,
}

impl Server {
    pub(super) async fn start<A: Into<Option<Answer>>>(
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

    pub(super) fn heads(&self) -> Vec<String> {
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
        let mut message: Value = serde_json::from_slice(&body).unwrap_or_default();
        let is_get = head.starts_with("get");
        if message.is_object() {
            message["path"] = head.split(' ').nth(1).into();
        }
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

pub(super) fn result(message: &Value, result: &Value) -> Answer {
    let body = json!({ "jsonrpc": "2.0", "id": message["id"], "result": result });
    (
        200,
        "content-type: application/json\r\n".to_owned(),
        body.to_string(),
    )
}

/// What a plain server with one tool says, but for the call of it.
pub(super) fn plain(method: &str, message: &Value) -> Answer {
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

pub(super) fn said(text: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": text }] })
}
