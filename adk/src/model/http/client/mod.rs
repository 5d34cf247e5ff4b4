//! The transport of the clients: hyper's pool of connections over rustls.

mod connect;
mod way;

use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use futures_core::future::BoxFuture;
use futures_util::{StreamExt as _, TryStreamExt as _};
use http::header::PROXY_AUTHORIZATION;
use http::{Request, Response, StatusCode, Uri};
use http_body_util::{BodyDataStream, Full};
use hyper_util::client::legacy::{self, Client};
use hyper_util::rt::{TokioExecutor, TokioTimer};

use super::{Body, Transport};
use crate::error::{Error, ErrorKind, Result};
use crate::net::causes;
use connect::{Connector, TimedOut};
use way::Proxies;

/// A pool of connections.
pub(super) struct Pool {
    client: Client<Connector, Full<Bytes>>,
    proxies: Proxies,
    connect: Duration,
}

impl Pool {
    /// A pool without connections; opens none.
    ///
    /// # Errors
    /// [`ErrorKind::Config`] when TLS cannot be set up at all.
    pub(super) fn new(connect: Duration) -> Result<Self> {
        let proxies = Proxies::from_env();
        let connector = Connector::new(connect, proxies.clone())?;
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .build(connector);
        Ok(Self {
            client,
            proxies,
            connect,
        })
    }

    fn no_answer(&self, uri: &Uri, error: legacy::Error) -> Error {
        let host = address(uri);
        let (what, retryable) = if causes(&error).any(<dyn StdError>::is::<TimedOut>) {
            let what = format!(
                "no connection to `{host}` within {:?}; `HttpLimits::connect` sets the limit",
                self.connect
            );
            (what, true)
        } else if causes(&error).any(is_certificate) {
            (format!("the certificate of `{host}` is not trusted"), false)
        } else if error.is_connect() {
            (format!("cannot connect to `{host}`"), true)
        } else {
            (format!("the exchange with `{host}` broke off"), true)
        };
        let status = None;
        Error::new(ErrorKind::Http { status, retryable }, what).with_source(error)
    }
}

impl Transport for Pool {
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Body>>> {
        Box::pin(async move {
            let uri = request.uri().clone();
            let mut request = request.map(Full::new);
            if let Some(password) = self.proxies.password_for_plain(&uri) {
                request.headers_mut().insert(PROXY_AUTHORIZATION, password);
            }
            let answer = self.client.request(request).await;
            let answer = answer.map_err(|error| self.no_answer(&uri, error))?;
            let status = answer.status();
            Ok(answer.map(|body| {
                let chunks = BodyDataStream::new(body);
                let chunks = chunks.map_err(move |error| broken_off(&uri, status, error));
                chunks.boxed()
            }))
        })
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pool")
    }
}

/// Host and port, as an error may name them: no path, and nothing before an `@`.
fn address(uri: &Uri) -> String {
    let host = uri.host().unwrap_or_default();
    match uri.port_u16() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

fn broken_off(uri: &Uri, status: StatusCode, error: hyper::Error) -> Error {
    let kind = ErrorKind::Http {
        status: Some(status.as_u16()),
        retryable: true,
    };
    let what = format!("the answer of `{}` broke off", address(uri));
    Error::new(kind, what).with_source(error)
}

/// A certificate that is not trusted, which no retry mends.
fn is_certificate(cause: &(dyn StdError + 'static)) -> bool {
    matches!(
        cause.downcast_ref(),
        Some(rustls::Error::InvalidCertificate(_))
    )
}
