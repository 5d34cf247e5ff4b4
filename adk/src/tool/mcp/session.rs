//! The connection to one server: opened when it is first needed, opened anew when it was found
//! dead, shared by all runs.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use rmcp::model::{ClientRequest, PaginatedRequestParams, PingRequest};
use rmcp::service::ServiceError;
use tokio::sync::Mutex;

use super::connect::{Service, Way};
use super::entries::{left_out, takes_arguments};
use super::tap::News;
use super::tool::McpTool;
use super::{Settings, fault};
use crate::error::{Error, ErrorKind, Result};

/// The longest wait for a sign of life.
const PING: Duration = Duration::from_secs(5);
/// The most tools of a server.
pub(super) const MAX_TOOLS: usize = 10_000;
/// The most pages of a list, since a server may lead round in a circle.
const MAX_PAGES: usize = 1_000;

#[derive(Debug, Default)]
pub(super) struct Session {
    link: Mutex<Option<Arc<Link>>>,
    /// How often a connection could not be opened, and why the last time.
    failures: AtomicU64,
    failure: Mutex<Option<Error>>,
}

/// One connection, and what the server listed over it.
pub(super) struct Link {
    pub(super) service: Service,
    pub(super) news: Arc<News>,
    is_suspect: AtomicBool,
    listed: Mutex<Option<Arc<[Arc<McpTool>]>>>,
}

impl Session {
    /// The connection, which lives as far as one can know.
    pub(super) async fn link(&self, way: &Way, settings: &Settings) -> Result<Arc<Link>> {
        let failures = self.failures.load(Ordering::Acquire);
        let mut link = self.link.lock().await;
        if let Some(link) = &*link
            && link.is_alive().await
        {
            return Ok(Arc::clone(link));
        }
        *link = None;
        let mut failure = self.failure.lock().await;
        // Who waited for an attempt that failed shares its outcome, instead of making the next.
        if self.failures.load(Ordering::Acquire) > failures
            && let Some(failure) = &*failure
        {
            return Err(failure.clone());
        }
        let news = Arc::default();
        match way.open(settings, &news).await {
            Ok(service) => {
                let opened = Arc::new(Link::new(service, news));
                *link = Some(Arc::clone(&opened));
                Ok(opened)
            }
            Err(error) => {
                *failure = Some(error.clone());
                self.failures.fetch_add(1, Ordering::AcqRel);
                Err(error)
            }
        }
    }
}

impl Link {
    fn new(service: Service, news: Arc<News>) -> Self {
        Self {
            service,
            news,
            is_suspect: AtomicBool::new(false),
            listed: Mutex::default(),
        }
    }

    /// The next who needs the connection asks for a sign of life first.
    pub(super) fn suspect(&self) {
        self.is_suspect.store(true, Ordering::Release);
    }

    pub(super) fn has_ended(&self) -> bool {
        self.news.has_ended() || self.service.is_transport_closed()
    }

    async fn is_alive(&self) -> bool {
        if self.has_ended() {
            return false;
        }
        if !self.is_suspect.load(Ordering::Acquire) {
            return true;
        }
        let ping = ClientRequest::PingRequest(PingRequest::default());
        let answer = tokio::time::timeout(PING, self.service.send_request(ping)).await;
        // A server that does not know of pings lives.
        let lives = matches!(answer, Ok(Ok(_) | Err(ServiceError::McpError(_))));
        if lives {
            self.is_suspect.store(false, Ordering::Release);
        }
        lives
    }

    /// The tools, listed anew where the server said that they have changed.
    pub(super) async fn tools(&self, settings: &Settings) -> Result<Arc<[Arc<McpTool>]>> {
        let mut listed = self.listed.lock().await;
        let has_changed = self.news.take_list_changed();
        if let Some(tools) = &*listed
            && !has_changed
        {
            return Ok(Arc::clone(tools));
        }
        *listed = None;
        let tools = self.list(settings).await.inspect_err(|_| self.suspect())?;
        let tools: Arc<[_]> = tools.into();
        *listed = Some(Arc::clone(&tools));
        Ok(tools)
    }

    async fn list(&self, settings: &Settings) -> Result<Vec<Arc<McpTool>>> {
        let (name, limit) = (&settings.name, settings.list_timeout);
        let listing = tokio::time::timeout(limit, self.all_pages(settings));
        listing.await.unwrap_or_else(|_| {
            let text = format!(
                "MCP server `{name}` did not list its tools within {limit:?}; raise the limit with \
                 `McpToolset::list_timeout`"
            );
            Err(Error::new(ErrorKind::Limit, text))
        })
    }

    async fn all_pages(&self, settings: &Settings) -> Result<Vec<Arc<McpTool>>> {
        let (name, max_bytes) = (&*settings.name, settings.max_list_bytes());
        let (mut tools, mut bytes, mut cursor) = (Vec::new(), 0, None);
        let too_long = |what: fmt::Arguments<'_>| {
            let text = format!("MCP server `{name}` lists more than {what}");
            Err(Error::new(ErrorKind::Limit, text))
        };
        for _ in 0..MAX_PAGES {
            let params = PaginatedRequestParams::default().with_cursor(cursor.clone());
            let page = self.service.list_tools(Some(params)).await;
            let page = page.map_err(|error| {
                let text = format!("MCP server `{name}` did not list its tools");
                let cause = self
                    .news
                    .ending()
                    .map_or_else(|| fault::cause(error), Into::into);
                Error::new(ErrorKind::Mcp, text).with_source(cause)
            })?;
            for tool in page.tools {
                if !takes_arguments(&tool.input_schema) {
                    left_out(name, &tool.name, "its input is no object");
                    continue;
                }
                let tool = McpTool::new(tool, name);
                bytes += tool.print.size();
                tools.push(Arc::new(tool));
            }
            if tools.len() > MAX_TOOLS {
                return too_long(format_args!("{MAX_TOOLS} tools"));
            }
            if bytes > max_bytes {
                return too_long(format_args!(
                    "{max_bytes} bytes of tools; raise the limit with `McpToolset::max_message_bytes`"
                ));
            }
            match page.next_cursor {
                None => return Ok(tools),
                // Any text may lead on, an empty one too, but none from where it leads to itself.
                next if next == cursor => {
                    let text = format!(
                        "MCP server `{name}` lists its tools in a circle: the next page is the one \
                         that was asked for. The last page has to be without a `nextCursor`"
                    );
                    return Err(Error::new(ErrorKind::Mcp, text));
                }
                next => cursor = next,
            }
        }
        too_long(format_args!("{MAX_PAGES} pages of tools"))
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link")
            .field("has_ended", &self.has_ended())
            .finish_non_exhaustive()
    }
}
