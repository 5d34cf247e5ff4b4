//! What a failed exchange is called, and what of it may be shown.

use std::borrow::Cow;
use std::time::Duration;

use http::{HeaderMap, StatusCode, header};
use secrecy::ExposeSecret;

use super::{Deadline, Http, Reply};
use crate::error::{Error, ErrorKind, Result};

const HTML: &[u8] = b"text/html";
const ERROR_BODY_BYTES: usize = 64 << 10;
const ERROR_BODY_TIME: Duration = Duration::from_secs(10);
const EXCERPT_BYTES: usize = 16 << 10;
const EXCERPT_CHARS: usize = 300;
const VENDOR_TEXT_CHARS: usize = 4000;
// What is shorter is no key, and would only garble the text.
const SHORTEST_SECRET: usize = 8;

impl Http {
    /// The vendor answered something that its protocol does not allow: "`Vendor` `did`".
    pub(crate) fn broken_protocol(&self, did: &str) -> Error {
        let text = format!("{} {did}", self.0.vendor.name);
        Error::new(ErrorKind::ModelProtocol, text)
    }

    /// The same, with the beginning of what it answered.
    pub(crate) fn unreadable(&self, did: &str, answer: &[u8]) -> Error {
        self.broken_protocol(&format!("{did}: `{}`", self.excerpt(answer)))
    }

    /// The vendor said no, in `text`, by the head's status or within a stream.
    pub(crate) fn refusal(&self, status: StatusCode, text: &str) -> Error {
        let text = self.masked(text.trim());
        let colon = if text.is_empty() { "" } else { ": " };
        let text = shortened(&text, VENDOR_TEXT_CHARS);
        let kind = ErrorKind::Http {
            status: Some(status.as_u16()),
            retryable: is_retryable(status),
        };
        let name = self.0.vendor.name;
        Error::new(kind, format!("{name} answered {status}{colon}{text}"))
    }

    /// Nothing came for as long as `limit` allows.
    pub(super) fn silent(&self, limit: Duration, name: &str) -> Error {
        let kind = ErrorKind::Http {
            status: None,
            retryable: true,
        };
        let vendor = self.0.vendor.name;
        let text = format!("{vendor} was silent for {limit:?}; `{name}` sets the limit");
        Error::new(kind, text)
    }

    /// More came than `limit` allows.
    pub(super) fn too_long(&self, limit: usize, name: &str) -> Error {
        let vendor = self.0.vendor.name;
        let text =
            format!("the answer of {vendor} is longer than {limit} bytes; `{name}` sets the limit");
        Error::new(ErrorKind::Limit, text)
    }

    /// The error for an answer whose head says `status`, with the vendor's own words.
    pub(super) async fn refused(&self, status: StatusCode, mut reply: Reply) -> Error {
        if status.is_redirection() {
            return self.refusal(
                status,
                "a redirect, which a request with a key does not follow",
            );
        }
        let body = beginning(&mut reply).await;
        let text = (self.0.vendor.error_text)(&body).unwrap_or_else(|| self.excerpt(&body));
        self.refusal(status, &text)
    }

    /// Lets `reply` pass unless it is a web page: a proxy's, or that of a wrong base URL.
    pub(super) async fn refuse_html(&self, head: &HeaderMap, mut reply: Reply) -> Result<Reply> {
        let kind = head.get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.as_bytes().get(..HTML.len()));
        if !kind.is_some_and(|kind| kind.eq_ignore_ascii_case(HTML)) {
            return Ok(reply);
        }
        let page = beginning(&mut reply).await;
        Err(self.unreadable("answered with a web page, so check the base URL", &page))
    }

    /// The beginning of `answer` as one line.
    pub(crate) fn excerpt(&self, answer: &[u8]) -> String {
        let text = String::from_utf8_lossy(&answer[..answer.len().min(EXCERPT_BYTES)]);
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        shortened(&self.masked(&line), EXCERPT_CHARS).into_owned()
    }

    /// `text` without the secrets of this client, before it is cut, as half a key is one
    /// too; and without what a terminal would obey.
    fn masked<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let is_obeyed = |c: char| c.is_control() && c != '\n';
        let mut text = Cow::Borrowed(text);
        if text.contains(is_obeyed) {
            text = Cow::Owned(text.replace(is_obeyed, "\u{fffd}"));
        }
        for secret in self.0.secrets.iter().map(ExposeSecret::expose_secret) {
            if secret.len() >= SHORTEST_SECRET && text.contains(secret) {
                text = Cow::Owned(text.replace(secret, "[masked]"));
            }
        }
        text
    }
}

/// Whether the same request may succeed later.
fn is_retryable(status: StatusCode) -> bool {
    matches!(status.as_u16(), 408 | 429 | 500 | 502 | 503 | 504 | 529)
}

/// As much of a body as an error needs; what fails on the way only ends it.
async fn beginning(reply: &mut Reply) -> Vec<u8> {
    let mut body = Vec::new();
    let reading = async {
        while body.len() < ERROR_BODY_BYTES
            && let Ok(Some(chunk)) = reply.chunk().await
        {
            let room = ERROR_BODY_BYTES - body.len();
            body.extend_from_slice(&chunk[..chunk.len().min(room)]);
        }
    };
    let _ = Deadline::after(ERROR_BODY_TIME).reached_by(reading).await;
    body
}

fn shortened(text: &str, chars: usize) -> Cow<'_, str> {
    match text.char_indices().nth(chars) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}
