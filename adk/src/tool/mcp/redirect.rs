//! Where a server of tools redirects to: never followed by the HTTP client, which would take the
//! program's headers along, but told to us, who decide.

use std::error::Error as StdError;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use http::{HeaderName, StatusCode};
use reqwest::redirect::{Action, Attempt, Policy};
use reqwest::{Client, Url};
use rmcp::transport::streamable_http_client::StreamableHttpError;

use super::http::{Headers, RawError};
use crate::error::Result;
use crate::net::guard::{Blocked, Guard};
use crate::net::{self, guard};

/// How far a server may redirect.
pub(super) struct Redirects {
    most: u8,
    guard: Guard,
    /// For all that is not the program's own address.
    guarded: Client,
    /// The program's own headers, which are for its own address.
    own: Vec<HeaderName>,
}

impl Redirects {
    pub(super) fn new(
        most: u8,
        guard: Guard,
        connect: Duration,
        own: Vec<HeaderName>,
    ) -> Result<Self> {
        Ok(Self {
            guarded: net::build(guard::client(&guard, connect)?.redirect(policy()))?,
            most,
            guard,
            own,
        })
    }

    /// Makes the request anew where a redirect leads: with all headers at the same origin, behind
    /// the guard and without the program's own at any other.
    pub(super) async fn follow<T, F>(
        &self,
        open: &Client,
        mut to: Arc<str>,
        mut headers: Headers,
        request: impl Fn(Client, Arc<str>, Headers) -> F,
    ) -> Result<T, RawError>
    where
        F: Future<Output = Result<T, RawError>>,
    {
        let mut client = open;
        for _ in 0..=self.most {
            let sent = request(client.clone(), Arc::clone(&to), headers.clone()).await;
            let moved = match sent {
                Err(StreamableHttpError::Client(error)) => Moved::behind(error)?,
                sent => return sent,
            };
            if moved.to.origin() != moved.from.origin() {
                self.guard.check(&moved.to).map_err(io::Error::other)?;
                headers.retain(|name, _| !self.own.contains(name));
                client = &self.guarded;
            }
            to = moved.to.as_str().into();
        }
        let text = format!("it redirects more than {} times", self.most);
        Err(io::Error::other(text).into())
    }
}

/// The policy of a client that tells of redirects by an error, [`Moved`].
pub(super) fn policy() -> Policy {
    Policy::custom(told)
}

fn told(attempt: Attempt<'_>) -> Action {
    let Some(from) = attempt.previous().last() else {
        return attempt.stop();
    };
    let moved = Moved {
        from: from.clone(),
        to: attempt.url().clone(),
    };
    // By this one the answer is to be had with `GET`, which a message is not sent by.
    let is_answer = attempt.status() == StatusCode::SEE_OTHER;
    let is_bared = moved.from.scheme() == "https" && moved.to.scheme() != "https";
    if is_answer || is_bared {
        return attempt.stop();
    }
    attempt.error(moved)
}

/// A redirect.
#[derive(Clone)]
struct Moved {
    from: Url,
    to: Url,
}

impl Moved {
    /// The redirect behind an error, or else the error, which is the guard's where it refused.
    fn behind(error: reqwest::Error) -> Result<Self, RawError> {
        if let Some(moved) = error
            .source()
            .and_then(|cause| cause.downcast_ref::<Self>())
        {
            return Ok(moved.clone());
        }
        Err(match Blocked::behind(&error) {
            Some(blocked) => io::Error::other(blocked.clone()).into(),
            None => error.into(),
        })
    }
}

/// Without the addresses, which may hold keys.
impl fmt::Debug for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Moved")
    }
}

impl fmt::Display for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the server redirects")
    }
}

impl StdError for Moved {}
