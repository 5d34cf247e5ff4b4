//! Two ways to the network: one for the server that the program named, one for all others.

use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use reqwest::{Client, Request, Response};

use super::resolve::client;
use super::{Blocked, Guard, host};
use crate::error::Result;
use crate::net;

/// Who named the address of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Named {
    /// The program, in its code.
    ByProgram,
    /// A document, a redirect or a model.
    ByOthers,
}

/// The ways, and the guard before the second.
#[derive(Debug, Clone)]
pub(crate) struct Ways {
    guard: Guard,
    open: Client,
    guarded: Client,
}

/// Why there is no answer, or no more of it.
#[derive(Debug)]
pub(crate) enum Unsent {
    /// The guard let nothing pass.
    Blocked(Blocked),
    /// The network failed at this host.
    Failed(String, reqwest::Error),
}

impl Ways {
    /// Opens no connection. The guarded way uses no proxy, which would resolve names by itself.
    ///
    /// # Errors
    /// [`Config`](crate::ErrorKind::Config) when TLS cannot be set up at all.
    pub(crate) fn new(guard: Guard, connect: Duration) -> Result<Self> {
        Ok(Self {
            open: net::build(net::client(connect)?)?,
            guarded: net::build(client(&guard, connect)?)?,
            guard,
        })
    }

    /// Sends the request; redirects are not followed.
    ///
    /// # Errors
    /// When there is no answer.
    pub(crate) async fn send(&self, named: Named, request: Request) -> Result<Response, Unsent> {
        let host = host(request.url());
        let answer = match named {
            Named::ByProgram => self.open.execute(request).await,
            Named::ByOthers => {
                self.guard.check(request.url()).map_err(Unsent::Blocked)?;
                self.guarded.execute(request).await
            }
        };
        answer.map_err(|error| Unsent::of(host, error))
    }
}

impl Unsent {
    /// What an error of the network means.
    pub(crate) fn of(host: String, error: reqwest::Error) -> Self {
        match Blocked::behind(&error) {
            Some(blocked) => Self::Blocked(blocked.clone()),
            // The address may hold a key.
            None => Self::Failed(host, error.without_url()),
        }
    }
}

impl fmt::Display for Unsent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blocked(blocked) => blocked.fmt(f),
            Self::Failed(host, error) if error.is_connect() => {
                write!(f, "cannot connect to `{host}`")
            }
            Self::Failed(host, _) => write!(f, "the exchange with `{host}` broke off"),
        }
    }
}

impl StdError for Unsent {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Blocked(_) => None,
            Self::Failed(_, error) => Some(error),
        }
    }
}
