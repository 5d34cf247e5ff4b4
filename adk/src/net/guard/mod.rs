//! Where a request may go that the program did not name itself: what a document, a redirect or
//! a model names is followed to public addresses only.
//!
//! A URL is checked before each exchange, and what a name resolves to while it is connected to:
//! the addresses that were checked are those that are used, so that a name cannot change between.

mod address;
mod resolve;
#[cfg(feature = "openapi")]
mod ways;

#[cfg(feature = "mcp")]
pub(crate) use resolve::client;
#[cfg(feature = "openapi")]
pub(crate) use ways::{Named, Unsent, Ways};

use std::error::Error as StdError;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use reqwest::Url;

use super::causes;
use address::private;

/// Names that lead inside by what they are, whoever resolves them.
const INSIDE: [&str; 2] = ["localhost", "metadata.google.internal"];

/// Keeps requests away from what only this machine and its network can reach.
#[derive(Debug, Clone, Default)]
pub(crate) struct Guard {
    /// Hosts that the program allows all the same, in small letters.
    allowed: Arc<[String]>,
}

/// Why a request was not sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Blocked {
    host: String,
    why: String,
}

/// Host and port, as an error may name them.
pub(crate) fn host(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

impl Guard {
    /// A guard that lets these hosts pass whatever they are.
    pub(crate) fn allowing(hosts: impl IntoIterator<Item = String>) -> Self {
        let hosts = hosts.into_iter().map(|host| plain(&host));
        Self {
            allowed: hosts.collect(),
        }
    }

    /// Whether a request may go to `url`, as far as its text says.
    ///
    /// # Errors
    /// When it may not.
    pub(crate) fn check(&self, url: &Url) -> Result<(), Blocked> {
        let host = plain(url.host_str().unwrap_or_default());
        let blocked = |why: &str| Err(Blocked::new(&host, why));
        if !matches!(url.scheme(), "http" | "https") {
            return blocked("is not reached by `http` or `https`");
        }
        if !url.username().is_empty() || url.password().is_some() {
            return blocked("stands behind a user name in the address");
        }
        if self.allowed.contains(&host) {
            return Ok(());
        }
        if let Ok(address) = host.parse::<IpAddr>() {
            return match private(address) {
                Some(kind) => blocked(&format!("is {kind}")),
                None => Ok(()),
            };
        }
        if INSIDE.contains(&&*host) || host.ends_with(".localhost") {
            return blocked("is a name for this machine or its surroundings");
        }
        Ok(())
    }

    /// Whether what `host` resolves to may be connected to: one address that may not spoils all.
    ///
    /// # Errors
    /// When it may not.
    fn check_answer(&self, host: &str, found: &[SocketAddr]) -> Result<(), Blocked> {
        let host = plain(host);
        if self.allowed.contains(&host) {
            return Ok(());
        }
        let inside = found.iter().map(SocketAddr::ip);
        let inside = inside.filter_map(|address| private(address).map(|kind| (address, kind)));
        match inside.into_iter().next() {
            Some((address, kind)) => {
                let why = format!("resolves to {address}, {kind}");
                Err(Blocked::new(&host, &why))
            }
            None => Ok(()),
        }
    }
}

/// A host in one spelling: small letters, no brackets, no dot at its end.
fn plain(host: &str) -> String {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host.trim_end_matches('.').to_ascii_lowercase()
}

impl Blocked {
    fn new(host: &str, why: &str) -> Self {
        Self {
            host: host.to_owned(),
            why: why.to_owned(),
        }
    }

    /// The refusal behind an error of the network, where one is.
    pub(crate) fn behind<'a>(error: &'a (dyn StdError + 'static)) -> Option<&'a Self> {
        causes(error).find_map(|cause| cause.downcast_ref())
    }
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, why } = self;
        write!(
            f,
            "nothing is sent to `{host}`: it {why}, and the program did not allow it"
        )
    }
}

impl StdError for Blocked {}

#[cfg(test)]
#[cfg(feature = "openapi")]
mod tests;
