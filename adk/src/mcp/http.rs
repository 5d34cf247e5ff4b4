//! Serving over streamable HTTP.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;

use super::connection::Connection;
use super::{McpServer, Served};
use crate::error::{Error, ErrorKind, Result};

/// How long connections may take to close once serving has to stop.
const GRACE: Duration = Duration::from_secs(5);
/// How long a connection may stand still, beside the time of a call.
const IDLE: Duration = Duration::from_mins(5);
/// The largest request, in bytes.
const MOST_BYTES: usize = 4 << 20;
const FULL: &str = "the server has as many connections as it may have; try again later";

impl McpServer {
    /// Serves streamable HTTP at `/mcp`, until the token of [`until`](Self::until) is cancelled.
    /// A host that says nothing for five minutes, beside the time of a
    /// [call](Self::call_timeout), has to begin anew. A request has 4 MiB at the most.
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
    /// [`ErrorKind::Config`] of tools that cannot be served together, and where no host is allowed;
    /// [`ErrorKind::Mcp`] when the port cannot be served.
    pub async fn http(self, listener: TcpListener) -> Result<()> {
        if self.hosts.is_empty() {
            let text = self.owner() + " answers under no host's name: give `allowed_hosts` one";
            return Err(Error::new(ErrorKind::Config, text));
        }
        let shared = self.checked()?;
        let server = &shared.server;
        let stop = server.stop.clone();
        let config = StreamableHttpServerConfig::default()
            .with_allowed_hosts(server.hosts.iter().cloned())
            .with_allowed_origins(server.origins.iter().cloned())
            .enforce_origin_validation()
            .with_max_request_body_bytes(MOST_BYTES)
            .with_cancellation_token(stop.child_token());
        let mut sessions = LocalSessionManager::default();
        sessions.session_config.keep_alive = Some(server.call_timeout.saturating_add(IDLE));
        let each = Arc::clone(&shared);
        let connect = move || {
            let place = Arc::clone(&each.connections).try_acquire_owned();
            let place = place.map_err(|_| io::Error::other(FULL))?;
            Ok(Connection::new(&each, Some(place)))
        };
        let service = StreamableHttpService::new(connect, Arc::new(sessions), config);
        let routes = Router::new().route_service("/mcp", service);
        let routes = routes.layer(from_fn_with_state(Arc::clone(&shared), admit));
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
            let text = shared.server.owner() + " cannot serve its port";
            Error::new(ErrorKind::Mcp, text).with_source(error)
        })
    }
}

/// Refuses what would need one more connection than there may be.
async fn admit(State(served): State<Arc<Served>>, request: Request, next: Next) -> Response {
    let is_known = request.headers().contains_key("mcp-session-id");
    if !is_known && served.connections.available_permits() == 0 {
        return (StatusCode::SERVICE_UNAVAILABLE, FULL).into_response();
    }
    next.run(request).await
}
