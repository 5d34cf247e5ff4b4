//! An MCP server, made with `rmcp`, that does whatever a test asks of it.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, JsonObject,
    ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, Resource, ResourceContents,
    ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, ServiceExt as _};
use serde_json::{Value, json};
use tokio::io::DuplexStream;
use tokio::sync::Notify;
use tokio::task::AbortHandle;

/// The tools that every odd server has; each is called with an object of any keys.
const TOOLS: [&str; 17] = [
    "echo",
    "structured",
    "files",
    "pictures",
    "start_sleep",
    "fails",
    "count",
    "flood",
    "wait",
    "large",
    "ask",
    "env",
    "pid",
    "die",
    "nothing",
    "null",
    "sleep",
];

/// A server whose state a test shares; a clone is the same server.
#[derive(Debug, Clone, Default)]
pub struct OddServer(Arc<State>);

#[derive(Debug, Default)]
struct State {
    tools: Mutex<Option<Vec<Tool>>>,
    page: Mutex<Option<usize>>,
    circles: AtomicBool,
    listed: AtomicUsize,
    connected: AtomicUsize,
    calls: Mutex<Vec<String>>,
    called: Notify,
    cancelled: Notify,
    changed: Notify,
    breaks: AtomicUsize,
    connections: Mutex<Vec<AbortHandle>>,
}

/// A tool with an open schema.
#[must_use]
pub fn odd_tool(
    name: impl Into<Cow<'static, str>>,
    description: impl Into<Cow<'static, str>>,
) -> Tool {
    let schema = json!({ "type": "object", "properties": {} });
    Tool::new(name, description, object(schema))
}

/// The object of a JSON value.
#[must_use]
pub fn object(value: Value) -> JsonObject {
    match value {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}

impl OddServer {
    /// A server that lists these tools.
    #[must_use]
    pub fn listing(tools: impl IntoIterator<Item = Tool>) -> Self {
        let server = Self::default();
        server.list(tools);
        server
    }

    /// Lists these tools from now on; says so to whoever is connected.
    pub fn list(&self, tools: impl IntoIterator<Item = Tool>) {
        *lock(&self.0.tools) = Some(tools.into_iter().collect());
        self.0.changed.notify_waiters();
    }

    /// Lists so many tools a page.
    pub fn page(&self, tools: usize) {
        *lock(&self.0.page) = Some(tools);
    }

    /// Lists the first page behind every page.
    pub fn lead_in_a_circle(&self) {
        self.0.circles.store(true, Ordering::SeqCst);
    }

    /// The next so many calls break the connection.
    pub fn break_next(&self, calls: usize) {
        self.0.breaks.store(calls, Ordering::SeqCst);
    }

    /// Breaks all connections.
    pub fn hang_up(&self) {
        for connection in lock(&self.0.connections).drain(..) {
            connection.abort();
        }
    }

    /// How often a page of tools was listed.
    #[must_use]
    pub fn listed(&self) -> usize {
        self.0.listed.load(Ordering::SeqCst)
    }

    /// How often someone has connected.
    #[must_use]
    pub fn connected(&self) -> usize {
        self.0.connected.load(Ordering::SeqCst)
    }

    /// The names of the tools that were called.
    #[must_use]
    pub fn calls(&self) -> Vec<String> {
        lock(&self.0.calls).clone()
    }

    /// Waits for a call.
    pub async fn called(&self) {
        self.0.called.notified().await;
    }

    /// Waits until a call is cancelled.
    pub async fn cancelled(&self) {
        self.0.cancelled.notified().await;
    }

    /// A connection to it, in this process.
    #[must_use]
    pub fn connect(&self) -> DuplexStream {
        let (near, far) = tokio::io::duplex(64 << 10);
        let server = self.clone();
        self.0.connected.fetch_add(1, Ordering::SeqCst);
        let connection = tokio::spawn(async move {
            // Whatever ends this task ends the service, and with it the stream.
            let Ok(running) = server.clone().serve(far).await else {
                return;
            };
            loop {
                server.0.changed.notified().await;
                if running.peer().notify_tool_list_changed().await.is_err() {
                    return;
                }
            }
        });
        lock(&self.0.connections).push(connection.abort_handle());
        near
    }

    fn tools(&self) -> Vec<Tool> {
        let all = || {
            TOOLS
                .map(|name| odd_tool(name, format!("Does {name}.")))
                .into()
        };
        lock(&self.0.tools).clone().unwrap_or_else(all)
    }

    async fn answer(
        &self,
        name: &str,
        args: &JsonObject,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResult, ErrorData> {
        let number = |key: &str| {
            let number = args.get(key).and_then(Value::as_u64).unwrap_or(1);
            usize::try_from(number).unwrap_or(usize::MAX)
        };
        let text = match name {
            "structured" => {
                let result = CallToolResult::structured(json!({ "city": "Paris", "degrees": 22 }));
                return Ok(result);
            }
            "files" => return Ok(CallToolResult::success(files())),
            "pictures" => {
                let picture = || ContentBlock::image("iVBORw0KGgo=", "image/png");
                let pictures = std::iter::repeat_with(picture).take(number("count"));
                return Ok(CallToolResult::success(pictures.collect()));
            }
            "fails" => {
                return Ok(CallToolResult::error(vec![ContentBlock::text(
                    "no such city",
                )]));
            }
            "refuses" => return Err(ErrorData::invalid_params("`city` is missing", None)),
            "nothing" => return Ok(CallToolResult::success(Vec::new())),
            "null" => return Ok(CallToolResult::structured(Value::Null)),
            "count" | "flood" => {
                let pad = args.get("pad").and_then(Value::as_str).unwrap_or_default();
                self.count(number("to"), pad, context).await;
                "counted".to_owned()
            }
            "wait" => {
                context.ct.cancelled().await;
                self.0.cancelled.notify_one();
                "cancelled".to_owned()
            }
            "sleep" => {
                tokio::time::sleep(Duration::from_secs(number("seconds") as u64)).await;
                "slept".to_owned()
            }
            "large" => "x".repeat(number("bytes")),
            "ask" => asked(context).await,
            "env" => {
                let mut names: Vec<_> = std::env::vars().map(|(name, _)| name).collect();
                names.sort_unstable();
                names.join(" ")
            }
            "pid" => std::process::id().to_string(),
            // A program that outlives this one, and keeps its output open.
            "start_sleep" => match std::process::Command::new("sleep").arg("600").spawn() {
                Ok(sleeping) => sleeping.id().to_string(),
                Err(error) => error.to_string(),
            },
            "die" => std::process::exit(3),
            _ => Value::Object(args.clone()).to_string(),
        };
        Ok(CallToolResult::success(vec![ContentBlock::text(text)]))
    }

    async fn count(&self, to: usize, pad: &str, context: &RequestContext<RoleServer>) {
        let Some(token) = context.meta.get_progress_token() else {
            return;
        };
        let to = u32::try_from(to).unwrap_or(u32::MAX);
        for done in 1..=to {
            let report = ProgressNotificationParam::new(token.clone(), done.into());
            let report = report
                .with_total(to.into())
                .with_message(format!("number {done}{pad}"));
            if context.peer.notify_progress(report).await.is_err() {
                return;
            }
        }
    }
}

impl ServerHandler for OddServer {
    fn get_info(&self) -> ServerConfig {
        let tools = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed();
        ServerConfig::new(tools.build())
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.0.listed.fetch_add(1, Ordering::SeqCst);
        let tools = self.tools();
        let page = lock(&self.0.page).unwrap_or(usize::MAX).max(1);
        let cursor = request.and_then(|request| request.cursor);
        let start: usize = cursor.and_then(|cursor| cursor.parse().ok()).unwrap_or(0);
        let end = start.saturating_add(page);
        let next = if self.0.circles.load(Ordering::SeqCst) {
            Some("0".to_owned())
        } else {
            (end < tools.len()).then(|| end.to_string())
        };
        let listed = tools.iter().skip(start).take(page).cloned();
        let mut result = ListToolsResult::with_all_items(listed.collect());
        result.next_cursor = next;
        Ok(result)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        lock(&self.0.calls).push(request.name.to_string());
        self.0.called.notify_one();
        let breaks = &self.0.breaks;
        let left = breaks.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
            left.checked_sub(1)
        });
        if left.is_ok() {
            self.hang_up();
            return std::future::pending().await;
        }
        let args = request.arguments.unwrap_or_default();
        let answer = self.answer(&request.name, &args, &context).await?;
        Ok(answer.into())
    }
}

/// What a client answers that is asked to do something.
async fn asked(context: &RequestContext<RoleServer>) -> String {
    use rmcp::model::ServerRequest;

    let mut answers = Vec::new();
    for method in [
        "sampling/createMessage",
        "elicitation/create",
        "roots/list",
        "other/thing",
    ] {
        let params = json!({
            "messages": [], "maxTokens": 10,
            "mode": "form", "message": "Your password?",
            "requestedSchema": { "type": "object", "properties": {} },
        });
        let request = json!({ "method": method, "params": params });
        let answer = match serde_json::from_value::<ServerRequest>(request) {
            Ok(request) => context.peer.send_request(request).await,
            Err(error) => panic!("{method}: {error}"),
        };
        let answer = match answer {
            Ok(answer) => serde_json::to_string(&answer).unwrap_or_default(),
            Err(error) => error.to_string(),
        };
        answers.push(format!("{method}: {answer}"));
    }
    answers.join("\n")
}

fn files() -> Vec<ContentBlock> {
    let link = Resource::new("demo://manual", "manual").with_mime_type("text/plain");
    vec![
        ContentBlock::text("Here they are."),
        ContentBlock::image("iVBORw0KGgo=", "image/png"),
        ContentBlock::audio("UklGRg==", "audio/wav"),
        ContentBlock::resource(ResourceContents::text("What it says.", "demo://note")),
        ContentBlock::resource(
            ResourceContents::blob("JVBERg==", "demo://report").with_mime_type("application/pdf"),
        ),
        ContentBlock::resource_link(link),
    ]
}

/// The tool with a server's word that a second call does no harm.
#[must_use]
pub fn idempotent(tool: Tool) -> Tool {
    tool.with_annotations(ToolAnnotations::new().idempotent(true))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
