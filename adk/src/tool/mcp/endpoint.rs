//! An MCP server that is reached over HTTP: its address, and what every request carries.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use http::{HeaderName, HeaderValue};
use reqwest::Url;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use secrecy::{ExposeSecret as _, SecretString};

use super::http::HttpClient;
use super::redirect::{self, Redirects};
use crate::error::{Error, ErrorKind, Result};
use crate::net;
use crate::net::guard::Guard;

/// The transport to such a server.
pub(super) type HttpTransport = StreamableHttpClientTransport<HttpClient>;

/// The address of an MCP server that speaks streamable HTTP.
///
/// A redirect is an error, unless it is [followed](Self::follow_redirects).
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
    allowed: Vec<String>,
}

impl McpEndpoint {
    /// The server at `url`, which begins with `http://` or `https://`.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            headers: Vec::new(),
            redirects: None,
            allowed: Vec::new(),
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

    /// Follows up to `most` redirects of a request, but for those from `https` to `http`. Where one
    /// leads to another origin, which another port is too, the headers given here are not sent
    /// along, and the host may be no address of this machine or of its networks, unless it is
    /// [allowed](Self::allow_private), or the endpoint's own and plain to be one, as `127.0.0.1` is.
    pub fn follow_redirects(mut self, most: u8) -> Self {
        self.redirects = Some(most);
        self
    }

    /// Hosts that a redirect may lead to though they are, or resolve to, addresses of this machine
    /// or of its networks: names, or addresses as they are.
    pub fn allow_private(mut self, hosts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.allowed.extend(hosts.into_iter().map(Into::into));
        self
    }

    /// The transport to the server of this name.
    pub(super) fn transport(
        &self,
        name: &str,
        connect: Duration,
        max_bytes: usize,
    ) -> Result<HttpTransport> {
        let url = self.parsed(name)?;
        let host = net::guard::host(&url);
        let headers = self.header_map()?;
        let mut client = net::client(connect)?;
        let mut redirects = None;
        if let Some(most) = self.redirects {
            let own = headers.keys().cloned().collect();
            let guard = Guard::allowing(self.allowed.iter().cloned().chain(private_host(&url)));
            redirects = Some(Arc::new(Redirects::new(most, guard, connect, own)?));
            client = client.redirect(redirect::policy());
        }
        let client = HttpClient {
            server: format!("MCP server `{name}` at `{host}`").into(),
            client: net::build(client)?,
            redirects,
            max_bytes,
        };
        let config = StreamableHttpClientTransportConfig::with_uri(self.url.clone())
            .custom_headers(headers)
            // A new session is a new connection, whose tools are listed anew.
            .reinit_on_expired_session(false);
        Ok(HttpTransport::with_client(client, config))
    }

    /// The address, which no error may show: it may hold a key.
    fn parsed(&self, name: &str) -> Result<Url> {
        let bad = || {
            let text = format!(
                "the address of MCP server `{name}` is no URL of HTTP; it begins with `http://` or \
                 `https://`, as in `https://tracker.example.com/mcp`"
            );
            Error::new(ErrorKind::Config, text)
        };
        let url = Url::parse(&self.url).map_err(|error| bad().with_source(error))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(bad());
        }
        Ok(url)
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

/// The address's host if it is inside by how it is written: then the program chose that. Any other
/// may be led inside later by whoever owns its name.
fn private_host(url: &Url) -> Option<String> {
    let host = url.host_str()?;
    let bare = Url::parse(&format!("http://{host}")).ok()?;
    let is_private = Guard::default().check(&bare).is_err();
    is_private.then(|| host.to_owned())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_own_host_is_let_through_only_if_it_is_written_as_private() {
        let host = |url: &str| private_host(&Url::parse(url).unwrap());
        for inside in ["127.0.0.1", "localhost", "10.0.0.7", "[::1]"] {
            assert_eq!(
                host(&format!("http://{inside}:8931/mcp")).as_deref(),
                Some(inside)
            );
        }
        for url in [
            "https://tracker.example.com/mcp",
            "https://a:b@tracker.example.com/mcp",
            "http://93.184.216.34/mcp",
        ] {
            assert_eq!(host(url), None, "{url}");
        }
    }
}
