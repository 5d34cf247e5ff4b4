//! What went wrong with a server that is reached over HTTP, in words for who runs the program:
//! what it answered or why there is no answer, where, and how to mend it. What the libraries say
//! of it is the cause.

use std::error::Error as StdError;
use std::fmt;
use std::io;

use http::StatusCode;
use rmcp::service::ServiceError;
use rmcp::transport::DynamicTransportError;
use rmcp::transport::streamable_http_client::StreamableHttpError;

use super::http::{HttpError, RawError};
use crate::error::{BoxError, Error, ErrorKind, in_one_line};

/// The most letters of a content type that are told.
const CONTENT_TYPE: usize = 80;

/// An exchange that failed.
#[derive(Debug)]
pub(super) struct Fault {
    text: String,
    pub(super) kind: FaultKind,
    source: BoxError,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum FaultKind {
    /// Nothing was sent.
    Unsent,
    /// The server answered with a status of failure.
    Answered(StatusCode),
    /// What the server did is not known.
    Broken,
}

impl Fault {
    /// The error as `rmcp` is to know it: what it acts on stays as it is.
    pub(super) fn of(server: &str, error: RawError) -> HttpError {
        use StreamableHttpError as E;

        let source = match error {
            E::SessionExpired => return E::SessionExpired,
            E::ServerDoesNotSupportSse => return E::ServerDoesNotSupportSse,
            E::ServerDoesNotSupportDeleteSession => return E::ServerDoesNotSupportDeleteSession,
            E::ResponseBodyTooLarge { max_size } => return E::ResponseBodyTooLarge { max_size },
            // The address may hold a key.
            E::Client(error) => E::Client(error.without_url()),
            error => error,
        };
        let (text, kind) = told(server, &source);
        let source: BoxError = match source {
            E::Client(error) => error.into(),
            E::Io(error) => error.into(),
            // The others may hold what the server said, as long as it likes.
            error => in_one_line(&error).into(),
        };
        E::Client(Self { text, kind, source })
    }

    pub(super) fn into_error(self) -> Error {
        Error::new(ErrorKind::Mcp, self.text).with_source(self.source)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl StdError for Fault {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&*self.source)
    }
}

/// The cause without the names of our types, which `rmcp` puts around it.
pub(super) fn bare(error: DynamicTransportError) -> BoxError {
    match error.error.downcast::<HttpError>() {
        Ok(error) => match *error {
            StreamableHttpError::Client(fault) => fault.into(),
            error => error.into(),
        },
        Err(error) => error,
    }
}

/// The same of a request.
pub(super) fn cause(error: ServiceError) -> BoxError {
    match error {
        ServiceError::TransportSend(error) => bare(error),
        error => in_one_line(&error).into(),
    }
}

fn told(server: &str, error: &RawError) -> (String, FaultKind) {
    use StreamableHttpError as E;

    if let Some(status) = status(error) {
        let text = format!("{server} answered {status}{}", remedy(status));
        return (text, FaultKind::Answered(status));
    }
    let text = match error {
        E::Client(error) if error.is_connect() => {
            return (unconnected(server, error), FaultKind::Unsent);
        }
        E::Io(_) => format!("{server} redirects, and that is not followed"),
        E::UnexpectedContentType(kind) => {
            let kind = kind.as_deref().unwrap_or("no content type");
            let kind: String = kind.escape_debug().take(CONTENT_TYPE).collect();
            format!(
                "{server} answered with `{kind}`, which is no message of MCP: is the path of its \
                 address right? Many end in `/mcp`"
            )
        }
        E::UnexpectedServerResponse(_) => {
            format!("{server} answered with what is no message of MCP")
        }
        E::ReservedHeaderConflict(header) => {
            format!("{server} cannot be sent the header `{header}`, which is the protocol's own")
        }
        _ => format!("the exchange with {server} broke off"),
    };
    (text, FaultKind::Broken)
}

fn status(error: &RawError) -> Option<StatusCode> {
    match error {
        StreamableHttpError::AuthRequired(_) => Some(StatusCode::UNAUTHORIZED),
        StreamableHttpError::InsufficientScope(_) => Some(StatusCode::FORBIDDEN),
        StreamableHttpError::HttpStatus(error) => StatusCode::from_u16(error.status).ok(),
        StreamableHttpError::Client(error) => error.status(),
        // `rmcp` has it in this text alone.
        StreamableHttpError::UnexpectedServerResponse(text) => {
            text.strip_prefix("HTTP ")?.get(..3)?.parse().ok()
        }
        _ => None,
    }
}

fn remedy(status: StatusCode) -> &'static str {
    match status.as_u16() {
        300..=399 => {
            ": give the address that it leads to, or follow with `McpEndpoint::follow_redirects`"
        }
        401 => ": give it a valid token with `McpEndpoint::bearer_token`",
        403 => ": the token or header that it was given does not allow this",
        404 => ": is the path of its address right? Many end in `/mcp`",
        405 => ": is the path of its address right? This one takes no messages",
        429 => ": it is asked too often; ask less, or later",
        500..=599 => ": it failed by itself; its own log says why",
        _ => "",
    }
}

/// Why there is no connection.
fn unconnected(server: &str, error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return format!(
            "{server} was not connected to in time; raise the limit with \
             `McpToolset::connect_timeout`"
        );
    }
    let (mut cause, mut why) = (error.source(), "");
    while let Some(error) = cause {
        let wrapped = error.downcast_ref::<io::Error>();
        why = match error.downcast_ref() {
            Some(rustls::Error::InvalidCertificate(_)) => {
                return format!("the certificate of {server} is not trusted");
            }
            Some(_) => ": it does not speak TLS as is needed; is its address one of `http://`?",
            None if wrapped.is_some_and(|io| io.kind() == io::ErrorKind::ConnectionRefused) => {
                ": nobody listens there. Is it started, and is the port right?"
            }
            // The type of this error is its library's own.
            None if error.to_string() == "dns error" => {
                ": the name of its host is not known. Is it spelt right?"
            }
            None => why,
        };
        // What an I/O error wraps is not its source but itself.
        cause = match wrapped.and_then(io::Error::get_ref) {
            Some(wrapped) => Some(wrapped),
            None => error.source(),
        };
    }
    format!("{server} cannot be reached{why}")
}
