//! Serving over streamable HTTP.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;

use super::McpServer;
use super::connection::Connection;
use crate::error::{Error, ErrorKind, Result};

/// How long connections may take to close once serving has to stop.
const GRACE: Duration = Duration::from_secs(5);

impl McpServer {
    /// Serves streamable HTTP at `/mcp`, until the token of [`until`](Self::until) is cancelled.
    /// A host that says nothing for five minutes has to begin anew.
    ///
    /// Requests under another host's name are refused, and those of web pages, unless they are
    /// [allowed](Self::allowed_hosts). There is no TLS: put a proxy in front of what others reach.
    ///
    /// ```
    /// # use adk::CancellationToken;
    /// # use adk::prelude::*;
    /// # /// Tells the time.
    /// # #[tool]
    /// # async fn get_time() {}
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?; // or a port of your own
    /// let stop = CancellationToken::new();
    /// # stop.cancel();
    /// adk::mcp::serve(tools![get_time]).until(stop).http(listener).await?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::Config`] of tools that cannot be served together, [`ErrorKind::Mcp`] when the
    /// port cannot be served.
    pub async fn http(self, listener: TcpListener) -> Result<()> {
        let shared = self.checked()?;
        let server = &shared.server;
        let stop = server.stop.clone();
        let config = StreamableHttpServerConfig::default()
            .with_allowed_hosts(server.hosts.iter().cloned())
            .with_allowed_origins(server.origins.iter().cloned())
            .enforce_origin_validation()
            .with_cancellation_token(stop.child_token());
        let (name, each) = (server.name.clone(), Arc::clone(&shared));
        let service = StreamableHttpService::new(
            move || Ok(Connection::new(&each)),
            Arc::new(LocalSessionManager::default()),
            config,
        );
        let routes = Router::new().route_service("/mcp", service);
        let stopping = stop.clone().cancelled_owned();
        let serving = axum::serve(listener, routes).with_graceful_shutdown(stopping);
        let overdue = async {
            stop.cancelled().await;
            tokio::time::sleep(GRACE).await;
        };
        let ended = tokio::select! {
            ended = serving.into_future() => ended,
            () = overdue => Ok(()),
        };
        ended.map_err(|error| {
            let text = format!("MCP server `{name}` cannot serve its port");
            Error::new(ErrorKind::Mcp, text).with_source(error)
        })
    }
}
