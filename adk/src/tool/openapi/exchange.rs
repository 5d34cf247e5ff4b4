//! One exchange with an API: redirects followed hop by hop, everything within limits.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http::header::{ACCEPT, CONTENT_TYPE, HeaderMap, LOCATION};
use http::{Method, StatusCode};
use reqwest::{Request, Response, Url};

use super::request::{ACCEPTED, Prepared};
use super::secrets::Secrets;
use crate::net::guard::{Named, Unsent, Ways, host};
use crate::tool::ToolError;

/// How many redirects are followed.
const MAX_REDIRECTS: usize = 5;
/// The longest media type, in bytes; what is longer is none.
const MAX_MEDIA_TYPE: usize = 255;

/// What all tools of a toolset share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) ways: Ways,
    pub(super) timeout: Duration,
    pub(super) max_bytes: usize,
    pub(super) secrets: Secrets,
}

/// What an API answered.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) media_type: String,
    pub(super) body: Bytes,
}

impl Shared {
    /// Sends the request and reads what comes of it.
    ///
    /// # Errors
    /// When nothing may be sent, nothing comes, or too much.
    pub(super) async fn exchange(
        &self,
        mut request: Prepared,
        mut named: Named,
    ) -> Result<Answer, ToolError> {
        for _ in 0..=MAX_REDIRECTS {
            let answer = self.send(&request, named).await?;
            let Some(next) = next(&request, &answer)? else {
                return self.read(answer).await;
            };
            if !is_same_origin(&request.url, &next) {
                // Nothing but the question goes on to another server, and it is not trusted.
                request.headers = HeaderMap::from_iter([(ACCEPT, ACCEPTED)]);
                named = Named::ByOthers;
            }
            request.url = next;
            if answer.status() == StatusCode::SEE_OTHER && request.method != Method::HEAD {
                request.method = Method::GET;
            }
            request.headers.remove(CONTENT_TYPE);
            request.body = Bytes::new();
        }
        let text = format!("the server redirected the request more than {MAX_REDIRECTS} times");
        Err(ToolError::model(text).permanent())
    }

    async fn send(&self, request: &Prepared, named: Named) -> Result<Response, ToolError> {
        let mut message = Request::new(request.method.clone(), request.url.clone());
        *message.headers_mut() = request.headers.clone();
        if !request.body.is_empty() {
            *message.body_mut() = Some(request.body.clone().into());
        }
        self.ways.send(named, message).await.map_err(unsent)
    }

    async fn read(&self, mut answer: Response) -> Result<Answer, ToolError> {
        let (status, host) = (answer.status(), host(answer.url()));
        let media_type = self.secrets.masked(media_type(answer.headers()));
        let media_type = media_type.to_ascii_lowercase();
        let mut body = BytesMut::new();
        loop {
            let chunk = answer.chunk().await;
            let Some(chunk) = chunk.map_err(|error| unsent(Unsent::of(host.clone(), error)))?
            else {
                break;
            };
            body.extend_from_slice(&chunk);
            if body.len() > self.max_bytes {
                if status.is_success() {
                    return Err(too_much(self.max_bytes));
                }
                break;
            }
        }
        Ok(Answer {
            status,
            media_type,
            body: body.freeze(),
        })
    }
}

fn unsent(error: Unsent) -> ToolError {
    let told = ToolError::model(error.to_string());
    match error {
        Unsent::Blocked(_) => told.permanent(),
        Unsent::Failed(_, error) => told.with_cause(error),
    }
}

fn too_much(most: usize) -> ToolError {
    let text =
        format!("the answer has more than {most} bytes, which is too much; ask for less of it");
    ToolError::model(text).permanent()
}

/// Where the answer sends the request on to; `None` for an answer that does not.
///
/// # Errors
/// When what was to be done there may not be, or there is no address.
fn next(request: &Prepared, answer: &Response) -> Result<Option<Url>, ToolError> {
    let status = answer.status();
    let is_redirect = matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308);
    let Some(location) = answer.headers().get(LOCATION).filter(|_| is_redirect) else {
        return Ok(None);
    };
    let is_reading = matches!(request.method, Method::GET | Method::HEAD);
    if !is_reading && status != StatusCode::SEE_OTHER {
        let text = format!(
            "the server answered {status}: it sent the request on, and one that may change \
             something is not sent to another address"
        );
        return Err(ToolError::model(text).permanent());
    }
    let next = location.to_str().ok();
    let next = next.and_then(|next| request.url.join(next).ok());
    let Some(mut next) = next else {
        let text = format!("the server answered {status}, with an address that is none");
        return Err(ToolError::model(text).permanent());
    };
    next.set_fragment(None);
    Ok(Some(next))
}

pub(super) fn is_same_origin(one: &Url, other: &Url) -> bool {
    let origin = |url: &Url| {
        let host = url.host_str().map(str::to_owned);
        (url.scheme().to_owned(), host, url.port_or_known_default())
    };
    origin(one) == origin(other)
}

/// The media type without its parameters; nothing, where it is none.
fn media_type(headers: &HeaderMap) -> String {
    let value = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let kind = value.unwrap_or_default().split(';').next();
    let kind = kind.unwrap_or_default().trim();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "!#$&-^_.+".contains(c);
    let is_name = |name: &str| {
        name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(is_plain)
    };
    let names = kind
        .split_once('/')
        .filter(|_| kind.len() <= MAX_MEDIA_TYPE);
    let is_kind = names.is_some_and(|(family, name)| is_name(family) && is_name(name));
    if is_kind {
        kind.to_owned()
    } else {
        String::new()
    }
}
