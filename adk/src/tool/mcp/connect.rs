//! The ways to reach a server, and how a connection is opened.

use std::error::Error as _;
use std::fmt;
use std::io;
use std::sync::Arc;

use futures_core::future::BoxFuture;
use futures_util::FutureExt as _;
use rmcp::RoleClient;
use rmcp::model::{ClientCapabilities, ClientConfig, Implementation, ProtocolVersion};
use rmcp::service::{
    ClientInitializeError, ClientLifecycleMode, ClientServiceExt as _, RunningService,
};
use rmcp::transport::Transport;
use tokio::io::{AsyncRead, AsyncWrite};

use super::child::ChildServer;
use super::fault::{self, Fault};
use super::lines::Lines;
use super::tap::{News, Tap};
use super::{McpCommand, McpEndpoint, Settings};
use crate::error::{Error, ErrorKind, Result};

/// A live connection; dropping it ends it.
pub(super) type Service = RunningService<RoleClient, ClientConfig>;

/// Both directions of a connection that the program opens itself.
pub(super) trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Duplex for S {}

type OpenDuplex = dyn Fn() -> BoxFuture<'static, io::Result<Box<dyn Duplex>>> + Send + Sync;

/// How a server is reached.
#[derive(Clone)]
pub(super) enum Way {
    Command(McpCommand),
    Http(McpEndpoint),
    Stream(Arc<OpenDuplex>),
}

impl Way {
    /// Opens a connection within the time that one may take.
    pub(super) async fn open(&self, settings: &Settings, news: &Arc<News>) -> Result<Service> {
        let limit = settings.connect_timeout;
        let opened = tokio::time::timeout(limit, self.begin(settings, news)).await;
        opened.unwrap_or_else(|_| {
            let text = format!(
                "MCP server `{}` did not answer within {limit:?}; raise the limit with \
                 `McpToolset::connect_timeout`",
                settings.name
            );
            Err(Error::new(ErrorKind::Limit, text))
        })
    }

    async fn begin(&self, settings: &Settings, news: &Arc<News>) -> Result<Service> {
        let begun = self.begin_by(ClientLifecycleMode::Initialize, settings, news);
        match begun.await {
            // It may know only the revisions of the protocol that begin in another way.
            Err(error) if was_refused(&error) => {
                let preferred_versions = vec![ProtocolVersion::NO_INITIALIZE];
                let discover = ClientLifecycleMode::Discover { preferred_versions };
                let begun = self.begin_by(discover, settings, news).await;
                begun.map_err(|_| error)
            }
            begun => begun,
        }
    }

    async fn begin_by(
        &self,
        mode: ClientLifecycleMode,
        settings: &Settings,
        news: &Arc<News>,
    ) -> Result<Service> {
        let name = &*settings.name;
        match self {
            Self::Command(command) => {
                let limit = settings.max_message_bytes;
                let server = ChildServer::start(name, command, limit, Arc::clone(news))?;
                begin(name, server, news, mode).await
            }
            Self::Http(endpoint) => {
                let (connect, limit) = (settings.connect_timeout, settings.max_message_bytes);
                let transport = endpoint.transport(name, connect, limit)?;
                begin(name, transport, news, mode).await
            }
            Self::Stream(open) => {
                let stream = open().await.map_err(|error| {
                    let text = format!("MCP server `{name}` cannot be reached");
                    Error::new(ErrorKind::Mcp, text).with_source(error)
                })?;
                let (read, write) = tokio::io::split(stream);
                let lines = Lines::new(read, write, settings.max_message_bytes);
                begin(name, lines, news, mode).await
            }
        }
    }
}

/// Agrees with the server on how to talk.
async fn begin<T>(
    name: &str,
    transport: T,
    news: &Arc<News>,
    mode: ClientLifecycleMode,
) -> Result<Service>
where
    T: Transport<RoleClient> + 'static,
{
    let program = Implementation::new("adk-rust", env!("CARGO_PKG_VERSION"));
    let client = ClientConfig::new(ClientCapabilities::default(), program);
    let tap = Tap::new(name, transport, Arc::clone(news));
    let begun = client.serve_with_lifecycle(tap, mode).boxed().await;
    begun.map_err(|error| match error {
        ClientInitializeError::JsonRpcError(_) => {
            let text = format!("MCP server `{name}` refused the connection");
            Error::new(ErrorKind::Mcp, text).with_source(error)
        }
        error => unreached(name, error, news),
    })
}

fn unreached(name: &str, error: ClientInitializeError, news: &News) -> Error {
    let cause = match error {
        // Its own text names the types of the transport.
        ClientInitializeError::TransportError { error, .. } => fault::bare(error),
        error => error.into(),
    };
    let cause = match cause.downcast::<Fault>() {
        Ok(fault) => return fault.into_error(),
        Err(cause) => cause,
    };
    let text = news
        .ending()
        .unwrap_or_else(|| format!("MCP server `{name}` cannot be reached"));
    Error::new(ErrorKind::Mcp, text).with_source(cause)
}

/// Whether the server answered, and would not.
fn was_refused(error: &Error) -> bool {
    let cause = error.source().and_then(|cause| cause.downcast_ref());
    matches!(cause, Some(ClientInitializeError::JsonRpcError(_)))
}

impl fmt::Debug for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(command) => command.fmt(f),
            Self::Http(endpoint) => endpoint.fmt(f),
            Self::Stream(_) => f.write_str("a stream"),
        }
    }
}
