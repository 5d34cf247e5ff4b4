//! A client for HTTP over TLS, as all that reaches a server here begins with it.

#[cfg(any(feature = "openapi", feature = "mcp"))]
pub(crate) mod guard;
mod tls;

use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, retry};

use crate::error::{Error, ErrorKind, Result};

/// A client that follows no redirects, to be built by [`build`].
///
/// # Errors
/// [`ErrorKind::Config`] when TLS cannot be set up at all.
pub(crate) fn client(connect: Duration) -> Result<ClientBuilder> {
    let tls = tls::config().map_err(|error| unusable().with_source(error))?;
    Ok(Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(Policy::none())
        // Over HTTP/1 it never would, but would keep a copy of each request for it.
        .retry(retry::never().max_retries_per_request(0))
        .connect_timeout(connect)
        .user_agent(concat!("adk-rust/", env!("CARGO_PKG_VERSION"))))
}

/// The client; opens no connection.
///
/// # Errors
/// [`ErrorKind::Config`] when TLS cannot be set up at all.
pub(crate) fn build(client: ClientBuilder) -> Result<Client> {
    client
        .build()
        .map_err(|error| unusable().with_source(error))
}

fn unusable() -> Error {
    let text = "cannot set up a client for HTTP over TLS";
    Error::new(ErrorKind::Config, text)
}
