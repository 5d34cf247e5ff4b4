//! A client for HTTP over TLS, as all that reaches a server here begins with it.

#[cfg(feature = "_net")]
mod client;
#[cfg(feature = "_net")]
pub(crate) mod guard;
mod tls;

#[cfg(feature = "_net")]
pub(crate) use client::{build, client};

use rustls::ClientConfig;

use crate::error::{Error, ErrorKind, Result};

/// How requests name their sender.
pub(crate) const AGENT: &str = concat!("adk-rust/", env!("CARGO_PKG_VERSION"));

/// How a client speaks TLS.
///
/// # Errors
/// [`ErrorKind::Config`] when it cannot be set up at all.
pub(crate) fn tls() -> Result<ClientConfig> {
    tls::config().map_err(|error| unusable().with_source(error))
}

fn unusable() -> Error {
    let text = "cannot set up a client for HTTP over TLS";
    Error::new(ErrorKind::Config, text)
}
