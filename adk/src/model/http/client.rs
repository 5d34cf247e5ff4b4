//! The transport of the clients: reqwest over rustls.

use std::error::Error as StdError;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures_core::future::BoxFuture;
use futures_util::TryStreamExt;
use http::{Request, Response, StatusCode, Uri};
use reqwest::Url;

use super::{Body, Transport};
use crate::error::{Error, ErrorKind, Result};
use crate::net;

/// A pool of connections.
#[derive(Debug)]
pub(super) struct Pool {
    client: reqwest::Client,
    connect: Duration,
    /// The last address as reqwest reads it, since a client posts to one or two.
    last: Mutex<Option<(Uri, Url)>>,
}

impl Pool {
    /// A pool without connections; opens none.
    ///
    /// # Errors
    /// [`ErrorKind::Config`] when TLS cannot be set up at all.
    pub(super) fn new(connect: Duration) -> Result<Self> {
        Ok(Self {
            client: net::build(net::client(connect)?)?,
            connect,
            last: Mutex::default(),
        })
    }

    fn url(&self, uri: &Uri) -> Result<Url> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, url)) = &*last
            && known == uri
        {
            return Ok(url.clone());
        }
        let url = Url::parse(&uri.to_string()).map_err(|error| {
            let text = format!("the address of `{}` is not a valid URL", address(uri));
            Error::new(ErrorKind::Config, text).with_source(error)
        })?;
        *last = Some((uri.clone(), url.clone()));
        Ok(url)
    }

    fn no_answer(&self, uri: &Uri, error: reqwest::Error) -> Error {
        let host = address(uri);
        let error = error.without_url();
        let (what, retryable) = if error.is_connect() && error.is_timeout() {
            let what = format!(
                "no connection to `{host}` within {:?}; `HttpLimits::connect` sets the limit",
                self.connect
            );
            (what, true)
        } else if is_certificate(&error) {
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
            let (parts, body) = request.into_parts();
            let uri = parts.uri;
            let mut request = reqwest::Request::new(parts.method, self.url(&uri)?);
            *request.headers_mut() = parts.headers;
            *request.body_mut() = Some(body.into());
            let answer = self.client.execute(request).await;
            let mut answer = answer.map_err(|error| self.no_answer(&uri, error))?;
            let status = answer.status();
            let mut response = Response::new(());
            *response.status_mut() = status;
            *response.headers_mut() = std::mem::take(answer.headers_mut());
            let body = answer
                .bytes_stream()
                .map_err(move |error| broken_off(&uri, status, error));
            Ok(response.map(|()| Box::pin(body) as Body))
        })
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

fn broken_off(uri: &Uri, status: StatusCode, error: reqwest::Error) -> Error {
    let kind = ErrorKind::Http {
        status: Some(status.as_u16()),
        retryable: true,
    };
    let what = format!("the answer of `{}` broke off", address(uri));
    Error::new(kind, what).with_source(error.without_url())
}

/// Whether a certificate stands behind the error, which no retry mends.
fn is_certificate(error: &reqwest::Error) -> bool {
    let mut cause = error.source();
    while let Some(error) = cause {
        if let Some(rustls::Error::InvalidCertificate(_)) = error.downcast_ref() {
            return true;
        }
        // What an I/O error wraps is not its source but itself.
        let wrapped = error.downcast_ref().and_then(io::Error::get_ref);
        cause = match wrapped {
            Some(wrapped) => Some(wrapped),
            None => error.source(),
        };
    }
    false
}
