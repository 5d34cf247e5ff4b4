//! The tools of MCP servers: [`McpToolset`], and how a server is reached.
//!
//! A server is connected to when its tools are first listed, and again when the connection is
//! found dead. It answers for its tools alone: what it asks of its client is refused, what it
//! says unasked is bounded, and what it changes is held back.

mod arguments;
mod call;
mod child;
mod command;
mod connect;
mod convert;
mod endpoint;
mod entries;
mod fault;
mod http;
mod lines;
mod pins;
mod redirect;
mod result;
mod session;
mod tap;
mod tool;

pub use command::McpCommand;
pub use endpoint::McpEndpoint;
pub use pins::{HeldBack, HeldBackReason, McpPins};

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_core::future::BoxFuture;
use futures_util::FutureExt as _;
use rmcp::model::{CallToolRequestParams, CallToolResult};
use tokio::io::{AsyncRead, AsyncWrite};

use super::{Tool, ToolError, Toolset};
use crate::context::{CallbackContext, ReadonlyContext, ToolContext};
use crate::error::{ErrorKind, Result};
use crate::model::LlmRequest;
use call::Failure;
use connect::{Duplex, Way};
use pins::{Approvals, Trust};
use session::Session;
use tool::{Callable, McpTool};

/// The tools of an MCP server.
///
/// ```
/// use adk::LlmAgent;
/// use adk::tool::mcp::{McpCommand, McpToolset};
///
/// let files = McpCommand::new("npx").args(["-y", "@modelcontextprotocol/server-filesystem", "/data"]);
/// let agent = LlmAgent::builder("librarian")
///     .toolset(McpToolset::stdio("files", files))
///     .toolset(McpToolset::http("tracker", "https://tracker.example.com/mcp"));
/// # let _ = agent;
/// ```
///
/// The server is started, or connected to, in the first run, and its tools are listed once and
/// again when it says that they have changed. In a run of an agent whose server is down the tools
/// of the last list are there, if there was one, and a call says to the model that the server
/// cannot be reached; if there was none, the model is told that the tools are missing. The next
/// call and the next run try anew. [`required`](Self::required) makes
/// such a run an error.
///
/// # What a model reads
///
/// A tool's schemas are told as the server wrote them. In its name each letter that a vendor
/// would refuse becomes a `_`, and a description over 1024 characters is cut. The result is
/// `{"output": …}`: the structured one, or else the texts. Images, sounds and files become
/// artifacts of the session, up to 32, whose names stand under `artifacts`; links stand under
/// `resources`.
/// An error of the tool is an error that the model reads, and so is an answer that is too large,
/// comes too late, or does not come. A call whose connection broke is made once more only where
/// it cannot have been made, or where the server says that a second one does no harm.
///
/// # What a server may do
///
/// A tool is taken as it is first seen. Where its description or its schemas read otherwise later,
/// or hold characters that people do not see, it is [held back](Self::held_back) until the program
/// [approves](Self::approve); so is all but one of several that a model would call by one name. What a server asks of its client, to sample a model or to ask the
/// user, is refused. Its program sees an allow-list of the environment; see [`McpCommand`].
///
/// The crate `rmcp`, which speaks the protocol, logs messages at the levels info, debug and trace:
/// filter its target where a subscriber keeps these, as with `info,rmcp=warn`.
#[must_use]
pub struct McpToolset(Arc<Server>);

/// One server: how it is reached and under which terms, the connection, what was approved.
struct Server {
    way: Way,
    settings: Settings,
    session: Session,
    approvals: Approvals,
    /// The tools of the last list, for runs in which there is none.
    last: Mutex<Arc<[Arc<McpTool>]>>,
    /// Whether the last attempt at listing failed, and there never was a list.
    is_missing: AtomicBool,
}

#[derive(Debug, Clone)]
struct Settings {
    name: Box<str>,
    connect_timeout: Duration,
    list_timeout: Duration,
    call_timeout: Duration,
    max_message_bytes: usize,
    trust: Trust,
    is_required: bool,
}

impl Settings {
    /// The most bytes of all pages of a list together.
    fn max_list_bytes(&self) -> usize {
        self.max_message_bytes.saturating_mul(2)
    }
}

impl McpToolset {
    /// The tools of a server that is a program and speaks over its standard input and output. It
    /// is started when it is first needed, and ended when the toolset and all runs with it are
    /// gone: its input ends, after two seconds it is told to end, after two more it is killed.
    ///
    /// `name` says whose tools they are, in errors and logs.
    pub fn stdio(name: impl Into<String>, command: impl Into<McpCommand>) -> Self {
        Self::new(name.into(), Way::Command(command.into()))
    }

    /// The tools of a server that speaks streamable HTTP: its URL, or a [`McpEndpoint`] with
    /// headers.
    pub fn http(name: impl Into<String>, endpoint: impl Into<McpEndpoint>) -> Self {
        Self::new(name.into(), Way::Http(endpoint.into()))
    }

    /// The tools of a server that the program reaches in a way of its own: `open` is called for
    /// each new connection, over which one message is a line.
    ///
    /// ```
    /// use adk::tool::mcp::McpToolset;
    ///
    /// let remote = McpToolset::stream("remote", || tokio::net::TcpStream::connect("127.0.0.1:4000"));
    /// # let _ = remote;
    /// ```
    pub fn stream<F, R, S>(name: impl Into<String>, open: F) -> Self
    where
        F: Fn() -> R + Send + Sync + 'static,
        R: Future<Output = io::Result<S>> + Send + 'static,
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let open = move || {
            let opening = open();
            async move { Ok(Box::new(opening.await?) as Box<dyn Duplex>) }.boxed()
        };
        Self::new(name.into(), Way::Stream(Arc::new(open)))
    }

    fn new(name: String, way: Way) -> Self {
        let settings = Settings {
            name: name.into(),
            connect_timeout: Duration::from_secs(10),
            list_timeout: Duration::from_secs(30),
            call_timeout: Duration::from_mins(1),
            max_message_bytes: 8 << 20,
            trust: Trust::default(),
            is_required: false,
        };
        Self::over(way, settings, McpPins::default())
    }

    fn over(way: Way, settings: Settings, pins: McpPins) -> Self {
        Self(Arc::new(Server {
            way,
            settings,
            session: Session::default(),
            approvals: Approvals::new(pins),
            last: Mutex::default(),
            is_missing: AtomicBool::new(false),
        }))
    }

    /// The same server under other terms, not yet connected to.
    fn with(self, change: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = self.0.settings.clone();
        change(&mut settings);
        Self::over(self.0.way.clone(), settings, self.0.approvals.pins())
    }

    /// The longest that connecting may take, starting the program included; 10 seconds.
    pub fn connect_timeout(self, limit: Duration) -> Self {
        self.with(|settings| settings.connect_timeout = limit)
    }

    /// The longest that listing the tools may take, all pages together; 30 seconds.
    pub fn list_timeout(self, limit: Duration) -> Self {
        self.with(|settings| settings.list_timeout = limit)
    }

    /// The longest that a call may take; 60 seconds. The server is then told that it is
    /// cancelled, and the model that it took too long.
    pub fn call_timeout(self, limit: Duration) -> Self {
        self.with(|settings| settings.call_timeout = limit)
    }

    /// The most bytes of one message of the server, which a page of its list of tools is too;
    /// 8 MiB. What is larger is not kept, and the model is told so. All pages of a list may have
    /// twice as much. What a model reads of a result has a limit
    /// of its own, [`RunConfig::max_tool_result_bytes`](crate::RunConfig::max_tool_result_bytes).
    pub fn max_message_bytes(self, limit: usize) -> Self {
        self.with(|settings| settings.max_message_bytes = limit)
    }

    /// A run without the server is an error.
    pub fn required(self) -> Self {
        self.with(|settings| settings.is_required = true)
    }

    /// Takes the tools as the server lists them, also where they read otherwise than before. What
    /// hides something is held back all the same.
    pub fn accept_changes(self) -> Self {
        self.with(|settings| settings.trust = Trust::Any)
    }

    /// Takes these tools alone, as they were when they were approved; all others are held back.
    pub fn pinned(self, pins: McpPins) -> Self {
        let mut settings = self.0.settings.clone();
        settings.trust = Trust::Pinned;
        Self::over(self.0.way.clone(), settings, pins)
    }

    /// The tools that are approved: those that were seen so far and not held back.
    #[must_use]
    pub fn pins(&self) -> McpPins {
        self.0.approvals.pins()
    }

    /// The tools that were listed and that no model is told of, sorted by name.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use adk::LlmAgent;
    /// use adk::tool::mcp::McpToolset;
    ///
    /// let tracker = Arc::new(McpToolset::http("tracker", "https://tracker.example.com/mcp"));
    /// let agent = LlmAgent::builder("clerk").toolset(Arc::clone(&tracker));
    /// // After a run, and once a person has looked at it:
    /// for held in tracker.held_back() {
    ///     println!("{}", held.text());
    ///     tracker.approve(&held);
    /// }
    /// # let _ = agent;
    /// ```
    #[must_use]
    pub fn held_back(&self) -> Vec<HeldBack> {
        self.0.approvals.held_back()
    }

    /// Approves of a tool that is held back, as it reads there, whatever its server has made of it
    /// since; the next run has it.
    pub fn approve(&self, held: &HeldBack) {
        self.0.approvals.approve(held);
    }
}

impl Server {
    /// The server's tools, or those of the last list where there is none to be had.
    async fn listed(&self) -> Result<Arc<[Arc<McpTool>]>> {
        let listed = self.list().await;
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        match listed {
            Ok(tools) => *last = tools,
            // What is configured wrongly is no server that is down: it never heals.
            Err(error) if self.settings.is_required || error.kind() == ErrorKind::Config => {
                return Err(error);
            }
            Err(error) => {
                let server = &*self.settings.name;
                tracing::warn!(server, error = ?error, "the tools of an MCP server cannot be listed");
                self.is_missing.store(last.is_empty(), Ordering::Relaxed);
                return Ok(Arc::clone(&last));
            }
        }
        self.is_missing.store(false, Ordering::Relaxed);
        Ok(Arc::clone(&last))
    }

    /// Lists the tools; once more where the connection turned out to be dead.
    async fn list(&self) -> Result<Arc<[Arc<McpTool>]>> {
        let link = self.session.link(&self.way, &self.settings).await?;
        match link.tools(&self.settings).await {
            Err(_) if link.has_ended() => {
                let link = self.session.link(&self.way, &self.settings).await?;
                link.tools(&self.settings).await
            }
            listed => listed,
        }
    }

    /// The tools that a model may be told of.
    fn allowed(self: &Arc<Self>, listed: &[Arc<McpTool>]) -> Vec<Arc<dyn Tool>> {
        let allowed = self.approvals.sift(listed, self.settings.trust);
        let callable = |tool: &Arc<McpTool>| -> Arc<dyn Tool> {
            Arc::new(Callable {
                tool: Arc::clone(tool),
                server: Arc::clone(self),
            })
        };
        allowed.into_iter().map(callable).collect()
    }

    /// Makes a call. The outer error is that of a server that cannot be reached.
    async fn call(
        &self,
        params: CallToolRequestParams,
        ctx: &ToolContext,
    ) -> Result<Result<CallToolResult, Failure>, ToolError> {
        let link = self.session.link(&self.way, &self.settings).await?;
        Ok(link.call(params, ctx, self.settings.call_timeout).await)
    }
}

impl Toolset for McpToolset {
    fn name(&self) -> &str {
        &self.0.settings.name
    }

    fn tools<'a>(&'a self, _: &'a ReadonlyContext) -> BoxFuture<'a, Result<Vec<Arc<dyn Tool>>>> {
        Box::pin(async move {
            let listed = self.0.listed().await?;
            Ok(self.0.allowed(&listed))
        })
    }

    /// Tells the model of tools that are not there; calls of those that are say it themselves.
    fn process_request<'a>(
        &'a self,
        _: &'a CallbackContext,
        request: &'a mut LlmRequest,
    ) -> Option<BoxFuture<'a, Result<()>>> {
        if self.0.is_missing.load(Ordering::Relaxed) {
            let server = &self.0.settings.name;
            request.append_instructions(&format!(
                "The tools of `{server}` are not available at the moment, since its server cannot \
                 be reached. If you need them, say so; do not make up what they would answer."
            ));
        }
        None
    }
}

impl fmt::Debug for McpToolset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpToolset")
            .field("name", &self.0.settings.name)
            .field("way", &self.0.way)
            .finish_non_exhaustive()
    }
}
