//! A client for HTTP over TLS, as all that reaches a server here begins with it.

#[cfg(feature = "_net")]
mod client;
#[cfg(feature = "_net")]
pub(crate) mod guard;
mod tls;

#[cfg(feature = "_net")]
pub(crate) use client::{build, client};

use std::error::Error as StdError;
use std::{io, iter};

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

/// An error of the network, and what stands behind it.
pub(crate) fn causes<'a>(
    error: &'a (dyn StdError + 'static),
) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    iter::successors(Some(error), |&error| {
        // What an I/O error wraps is not its source but itself.
        match error.downcast_ref().and_then(io::Error::get_ref) {
            Some(wrapped) => Some(wrapped),
            None => error.source(),
        }
    })
}

fn unusable() -> Error {
    let text = "cannot set up a client for HTTP over TLS";
    Error::new(ErrorKind::Config, text)
}
