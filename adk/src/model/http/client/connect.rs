//! Opens connections: a way to the server, and TLS over it where the address says so, all within
//! one limit.

use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_core::future::BoxFuture;
use http::Uri;
use hyper_rustls::{HttpsConnector, MaybeHttpsStream};
use hyper_util::client::legacy::connect::HttpConnector;
use tokio::time::timeout;
use tower_service::Service;

use super::way::{Proxies, Way, Ways};
use crate::error::Result;
use crate::net;

/// How long a connection is idle before the kernel asks whether its other end is there.
const KEEPALIVE: Duration = Duration::from_secs(15);

pub(super) type BoxError = Box<dyn StdError + Send + Sync>;

/// Opens a connection to the server of an address.
#[derive(Debug, Clone)]
pub(super) struct Connector {
    connector: HttpsConnector<Ways>,
    limit: Duration,
}

impl Connector {
    /// # Errors
    /// [`Config`](crate::ErrorKind::Config) when TLS cannot be set up at all.
    pub(super) fn new(limit: Duration, proxies: Proxies) -> Result<Self> {
        let tls = Arc::new(net::tls()?);
        let mut tcp = HttpConnector::new();
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        tcp.set_keepalive(Some(KEEPALIVE));
        tcp.set_keepalive_interval(Some(KEEPALIVE));
        let ways = Ways::new(tcp, Arc::clone(&tls), proxies);
        let connector = HttpsConnector::from((ways, tls));
        Ok(Self { connector, limit })
    }
}

impl Service<Uri> for Connector {
    type Response = MaybeHttpsStream<Way>;
    type Error = BoxError;
    type Future = BoxFuture<'static, Result<Self::Response, BoxError>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.connector.poll_ready(cx)
    }

    fn call(&mut self, server: Uri) -> Self::Future {
        let (opened, limit) = (self.connector.call(server), self.limit);
        Box::pin(async move {
            match timeout(limit, opened).await {
                Ok(opened) => opened,
                Err(_) => Err(TimedOut.into()),
            }
        })
    }
}

/// No connection came about within the limit.
#[derive(Debug)]
pub(super) struct TimedOut;

impl fmt::Display for TimedOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no connection in time")
    }
}

impl StdError for TimedOut {}
