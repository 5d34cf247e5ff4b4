//! Reqwest's client, for what asks many servers in many ways.

use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, retry};

use super::{AGENT, tls, unusable};
use crate::error::Result;

/// A client that follows no redirects, to be built by [`build`].
///
/// # Errors
/// [`Config`](crate::ErrorKind::Config) when TLS cannot be set up at all.
pub(crate) fn client(connect: Duration) -> Result<ClientBuilder> {
    Ok(Client::builder()
        .tls_backend_preconfigured(tls()?)
        .redirect(Policy::none())
        // Over HTTP/1 it never would, but would keep a copy of each request for it.
        .retry(retry::never().max_retries_per_request(0))
        .connect_timeout(connect)
        .user_agent(AGENT))
}

/// The client; opens no connection.
///
/// # Errors
/// [`Config`](crate::ErrorKind::Config) when TLS cannot be set up at all.
pub(crate) fn build(client: ClientBuilder) -> Result<Client> {
    client
        .build()
        .map_err(|error| unusable().with_source(error))
}
