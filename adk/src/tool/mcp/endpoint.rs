//! An MCP server that is reached over HTTP: its address, and what every request carries.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use http::{HeaderName, HeaderValue};
use reqwest::redirect::Policy;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use secrecy::{ExposeSecret as _, SecretString};

use crate::error::{Error, ErrorKind, Result};
use crate::net;

/// The transport to such a server.
pub(super) type HttpTransport = StreamableHttpClientTransport<reqwest::Client>;

/// The address of an MCP server that speaks streamable HTTP.
///
/// A redirect is an error, so that no header goes where the program did not send it.
///
/// ```
/// use adk::tool::mcp::McpEndpoint;
///
/// let tracker = McpEndpoint::new("https://tracker.example.com/mcp").bearer_token("a-token");
/// assert!(!format!("{tracker:?}").contains("a-token"));
/// ```
#[derive(Clone)]
#[must_use]
pub struct McpEndpoint {
    url: String,
    headers: Vec<(String, SecretString)>,
    redirects: Option<u8>,
}

impl McpEndpoint {
    /// The server at `url`, which begins with `http://` or `https://`.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            headers: Vec::new(),
            redirects: None,
        }
    }

    /// A header of every request. Its value is kept like a key.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<SecretString>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// The token by which the server knows the program, as `Authorization: Bearer`.
    pub fn bearer_token(self, token: impl Into<SecretString>) -> Self {
        let value = format!("Bearer {}", token.into().expose_secret());
        self.header("authorization", value)
    }

    /// Follows up to `most` redirects of a request, to other hosts too, which then see its
    /// headers but for those that HTTP clients keep back, such as `Authorization`.
    pub fn follow_redirects(mut self, most: u8) -> Self {
        self.redirects = Some(most);
        self
    }

    pub(super) fn transport(&self, connect: Duration, max_bytes: usize) -> Result<HttpTransport> {
        let redirects = self
            .redirects
            .map_or_else(Policy::none, |most| Policy::limited(usize::from(most)));
        let client = net::build(net::client(connect)?.redirect(redirects))?;
        let config = StreamableHttpClientTransportConfig::with_uri(self.url.clone())
            .custom_headers(self.header_map()?)
            .max_json_response_size(max_bytes)
            .max_sse_event_size(max_bytes)
            // A new session is a new connection, whose tools are listed anew.
            .reinit_on_expired_session(false);
        Ok(HttpTransport::with_client(client, config))
    }

    fn header_map(&self) -> Result<HashMap<HeaderName, HeaderValue>> {
        let headers = self.headers.iter().map(|(name, value)| {
            let bad = |what| {
                let text = format!("header `{name}` of an MCP server has {what} that HTTP forbids");
                Error::new(ErrorKind::Config, text)
            };
            let key = HeaderName::try_from(name).map_err(|_| bad("a name"))?;
            let mut value =
                HeaderValue::try_from(value.expose_secret()).map_err(|_| bad("a value"))?;
            value.set_sensitive(true);
            Ok((key, value))
        });
        headers.collect()
    }
}

impl<S: Into<String>> From<S> for McpEndpoint {
    fn from(url: S) -> Self {
        Self::new(url)
    }
}

impl fmt::Debug for McpEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.headers.iter().map(|(name, _)| name);
        f.debug_struct("McpEndpoint")
            .field("headers", &names.collect::<Vec<_>>())
            .field("redirects", &self.redirects)
            .finish_non_exhaustive()
    }
}
