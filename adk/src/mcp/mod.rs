//! Tools as an MCP server, for hosts and agents elsewhere: over standard input and output, over
//! streamable HTTP, or within this process.

mod answer;
mod approval;
mod call;
mod connection;
mod http;
mod in_process;
mod questions;
mod reports;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use rmcp::ServiceExt as _;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::context::Provided;
use crate::error::{Error, ErrorKind, Result};
use crate::tool::ToolList;
use crate::tool::toolset::check_tools;
use connection::Connection;
use questions::Questions;

/// The most calls that run at once; further ones wait.
const CALLS: usize = 64;
/// The most calls that wait for a place among those.
const WAITING: usize = 1024;

/// Starts an MCP server of these tools. The example is compiled and not run, since it serves until
/// its input ends; the example `mcp_server` of this repository runs.
///
/// ```no_run
/// use adk::prelude::*;
///
/// /// Tells the weather.
/// #[tool(read_only)]
/// async fn get_weather(
///     /// As in `Paris`.
///     city: String,
/// ) -> String {
///     format!("It is sunny in {city}.")
/// }
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// adk::mcp::serve(tools![get_weather]).name("weather").stdio().await
/// # }
/// ```
pub fn serve(tools: impl Into<ToolList>) -> McpServer {
    McpServer {
        tools: tools.into(),
        name: "adk".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        instructions: None,
        provided: Provided::default(),
        call_timeout: Duration::from_mins(10),
        connections: 1024,
        hosts: ["localhost", "127.0.0.1", "::1"].map(String::from).into(),
        origins: Vec::new(),
        stop: CancellationToken::new(),
    }
}

/// Tools that are served; made by [`serve`].
///
/// A host is told a tool's name, description and schemas, its [`Hints`](crate::tool::Hints), and
/// while a call runs what it [reports](crate::ToolContext::progress). The result is structured,
/// and also there as a text; a tool's error and its panic are errors that the host's model reads.
/// A call that the host cancels, or whose host leaves, is cancelled. Artifacts that a call saves
/// are sent along with its result.
///
/// # The context of a call
///
/// There is no run around a call. Its app is the server's name, its user `mcp`, and its session
/// the connection: what a call writes to the state the next one finds, and all of it is gone with
/// the connection; so are artifacts, those of the user too. Over HTTP, hosts of the protocol's
/// version 2026-07-28 have no connections, and each call is one. What [`provide`](Self::provide) gives
/// is there for each.
///
/// A call that a person has to approve is put to the host's user, by the protocol's elicitation; an
/// answer is good for one call, the one that was asked about, in the process that asked. Of a host
/// that cannot ask, it is an error that says so.
#[derive(Clone)]
#[must_use]
pub struct McpServer {
    tools: ToolList,
    name: Box<str>,
    version: Box<str>,
    instructions: Option<Box<str>>,
    provided: Provided,
    call_timeout: Duration,
    connections: usize,
    hosts: Vec<String>,
    origins: Vec<String>,
    stop: CancellationToken,
}

/// What all connections of a server share.
struct Served {
    server: McpServer,
    connections: Arc<Semaphore>,
    calls: Semaphore,
    waiting: Semaphore,
    questions: Questions,
}

impl McpServer {
    /// The name by which hosts know the server; `adk` if none is given.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into().into();
        self
    }

    /// The server's version, in place of this crate's.
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.version = version.into().into();
        self
    }

    /// How the tools are meant to be used; hosts may tell their model.
    pub fn instructions(mut self, text: impl Into<String>) -> Self {
        self.instructions = Some(text.into().into());
        self
    }

    /// A value for tools that take an [`App<T>`](crate::App).
    pub fn provide<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.provided.add(value);
        self
    }

    /// The longest that a call may take, 10 minutes by default: in waiting for a place among the 64
    /// that run at once, in running, and in waiting for a person's answer.
    pub fn call_timeout(mut self, limit: Duration) -> Self {
        self.call_timeout = limit;
        self
    }

    /// How many hosts may be connected over HTTP at a time, 1024 by default; a further one is
    /// answered 503.
    pub fn max_connections(mut self, most: usize) -> Self {
        self.connections = most;
        self
    }

    /// The hosts under whose name the server answers over HTTP, with a port or for any, in place
    /// of `localhost`, `127.0.0.1` and `::1`. There has to be one: a request under another name may
    /// come from a web page that found its way here, and is refused.
    pub fn allowed_hosts(mut self, hosts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.hosts = hosts.into_iter().map(Into::into).collect();
        self
    }

    /// The web pages that may call the server over HTTP, as in `https://app.example.com:443`. Without
    /// this there is none; what is no browser says no origin and is let through.
    pub fn allowed_origins(mut self, origins: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.origins = origins.into_iter().map(Into::into).collect();
        self
    }

    /// Stops serving when the token is cancelled: calls that run are cancelled, and connections
    /// closed.
    pub fn until(mut self, stop: CancellationToken) -> Self {
        self.stop = stop;
        self
    }

    /// Serves over standard input and output until the input ends. Nothing else may be written to
    /// the output meanwhile, by `println!` for example.
    ///
    /// Where it is stopped before the input ends, tokio still waits for a line of it: the program then
    /// ends by [`std::process::exit`].
    ///
    /// # Errors
    /// [`ErrorKind::Config`] of tools that cannot be served together, [`ErrorKind::Mcp`] when the
    /// other side is no MCP client.
    pub async fn stdio(self) -> Result<()> {
        self.stream(tokio::io::join(tokio::io::stdin(), tokio::io::stdout()))
            .await
    }

    /// Serves over one stream, on which one message is a line, until it ends.
    ///
    /// # Errors
    /// As [`stdio`](Self::stdio).
    pub async fn stream(self, stream: impl AsyncRead + AsyncWrite + Send + 'static) -> Result<()> {
        let served = self.checked()?;
        let stop = served.server.stop.child_token();
        let serving = Connection::new(&served, None).serve_with_ct(stream, stop);
        let running = match serving.await {
            Ok(running) => running,
            // A client that leaves before it has said anything has done nothing wrong.
            Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(_) if served.server.stop.is_cancelled() => return Ok(()),
            Err(error) => {
                let text = served.server.owner() + " met what is no client";
                return Err(Error::new(ErrorKind::Mcp, text).with_source(error));
            }
        };
        running.waiting().await.map(drop).map_err(|error| {
            let text = served.server.owner() + " broke off";
            Error::new(ErrorKind::Mcp, text).with_source(error)
        })
    }

    /// The server, if its tools can be served together.
    fn checked(self) -> Result<Arc<Served>> {
        if let Some(fault) = self.tools.fault() {
            return Err(fault.clone());
        }
        check_tools(&self.owner(), self.tools.sourced())?;
        for tool in self.tools.tools() {
            if let Some(unmet) = tool.needs().iter().find(|need| !self.provided.meets(need)) {
                let text = format!(
                    "tool `{}` needs a `{}`, which MCP server `{}` was not given: call \
                     `.provide(…)` before it is served",
                    tool.name(),
                    unmet.type_name(),
                    self.name
                );
                return Err(Error::new(ErrorKind::Config, text));
            }
        }
        Ok(Arc::new(Served {
            connections: Arc::new(Semaphore::new(self.connections.min(Semaphore::MAX_PERMITS))),
            server: self,
            calls: Semaphore::new(CALLS),
            waiting: Semaphore::new(WAITING),
            questions: Questions::default(),
        }))
    }

    /// Whose the tools are, in errors.
    fn owner(&self) -> String {
        format!("MCP server `{}`", self.name)
    }
}

impl fmt::Debug for McpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpServer")
            .field("name", &self.name)
            .field("tools", &self.tools)
            .finish_non_exhaustive()
    }
}
