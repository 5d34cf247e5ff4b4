//! What the vendors' clients share to talk over HTTP: one exchange, its limits and
//! its errors.
//!
//! A client writes a body, posts it, and reads the reply whole or frame by frame. All that
//! is said of a vendor's answer passes through here, so that no error shows a key.

mod client;
mod failure;
mod limits;
mod options;
mod reply;
mod sse;
mod transport;

pub use limits::HttpLimits;
pub use transport::{Body, Transport};

pub(crate) use options::{Options, http_options};
pub(crate) use reply::{Frames, Reply};

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::uri::Authority;
use http::{HeaderMap, Method, Request, Uri};
use secrecy::SecretString;
use tokio::time::Instant;

use crate::error::{Error, ErrorKind, Result};

/// What differs between vendors here.
#[derive(Debug)]
pub(crate) struct Vendor {
    /// The name in errors.
    pub(crate) name: &'static str,
    /// The variables that may hold the key, the first set one counts.
    pub(crate) key_variables: &'static [&'static str],
    /// The variable that may hold the base URL.
    pub(crate) base_url_variable: &'static str,
    /// The base URL where none is set.
    pub(crate) base_url: &'static str,
    /// The header of the key, and what stands before the key in it.
    pub(crate) key_header: (&'static str, &'static str),
    /// The vendor's own words in the body of an error.
    pub(crate) error_text: fn(&[u8]) -> Option<String>,
}

/// One vendor's server, and how to talk to it. A clone shares the connections.
#[derive(Clone)]
pub(crate) struct Http(Arc<Inner>);

struct Inner {
    vendor: &'static Vendor,
    transport: Arc<dyn Transport>,
    headers: HeaderMap,
    secrets: Vec<SecretString>,
    base_url: String,
    limits: HttpLimits,
}

impl Http {
    /// The address of `path` at this server.
    ///
    /// # Errors
    /// [`ErrorKind::Config`] when the two make no URL.
    pub(crate) fn address(&self, path: &str) -> Result<Uri> {
        let Inner {
            vendor, base_url, ..
        } = &*self.0;
        let invalid = || {
            let text = format!(
                "the base URL of {}, from its builder or `{}`, is not a valid base URL, such as `{}`: \
                 scheme, host and path, without user, query or fragment",
                vendor.name, vendor.base_url_variable, vendor.base_url
            );
            Error::new(ErrorKind::Config, text)
        };
        if base_url.contains(['?', '#']) {
            return Err(invalid());
        }
        let address: Uri = format!("{base_url}{path}")
            .parse()
            .map_err(|error| invalid().with_source(error))?;
        let has_user = |authority: &Authority| authority.as_str().contains('@');
        match (address.scheme_str(), address.authority()) {
            (Some("http" | "https"), Some(host)) if !has_user(host) => Ok(address),
            _ => Err(invalid()),
        }
    }

    /// Posts `body` and waits for a head that says success.
    ///
    /// # Errors
    /// [`ErrorKind::Http`] when the server is out of reach,
    /// silent for too long, or answers with an error.
    pub(crate) async fn post(&self, address: &Uri, body: Bytes) -> Result<Reply> {
        let mut request = Request::new(body);
        *request.method_mut() = Method::POST;
        *request.uri_mut() = address.clone();
        *request.headers_mut() = self.0.headers.clone();

        let limit = self.0.limits.first_byte;
        let deadline = Deadline::after(limit);
        let Some(answer) = deadline.reached_by(self.0.transport.send(request)).await else {
            return Err(self.silent(limit, "HttpLimits::first_byte"));
        };
        let (head, body) = answer?.into_parts();
        let reply = Reply::new(self.clone(), body, deadline);
        if head.status.is_success() {
            self.refuse_html(&head.headers, reply).await
        } else {
            Err(self.refused(head.status, reply).await)
        }
    }
}

impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Http")
            .field("vendor", &self.0.vendor.name)
            .field("limits", &self.0.limits)
            .finish_non_exhaustive()
    }
}

/// A point in time, or never where a limit is longer than time can say.
#[derive(Debug, Clone, Copy)]
struct Deadline(Option<Instant>);

impl Deadline {
    fn after(limit: Duration) -> Self {
        Self(Instant::now().checked_add(limit))
    }

    /// What `future` gives, or `None` when the deadline comes first.
    async fn reached_by<F: Future>(self, future: F) -> Option<F::Output> {
        match self.0 {
            Some(at) => tokio::time::timeout_at(at, future).await.ok(),
            None => Some(future.await),
        }
    }
}

#[cfg(test)]
mod tests;
