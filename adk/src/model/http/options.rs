//! What a user sets on any vendor's client, and what comes of it.

use std::sync::Arc;

use http::HeaderMap;
use http::header::{CONTENT_TYPE, HeaderName, HeaderValue, USER_AGENT};
use secrecy::{ExposeSecret, SecretString};

use super::client::Pool;
use super::{Http, HttpLimits, Inner, Transport, Vendor};
use crate::error::{Error, ErrorKind, Result};
use crate::net;

/// What the builders of all clients hold; [`http_options`] writes their methods.
#[derive(Debug, Clone, Default)]
pub(crate) struct Options {
    pub(crate) api_key: Option<SecretString>,
    pub(crate) no_api_key: bool,
    pub(crate) base_url: Option<String>,
    pub(crate) headers: Vec<(String, SecretString)>,
    pub(crate) limits: HttpLimits,
    pub(crate) transport: Option<Arc<dyn Transport>>,
}

/// The methods by which a builder with a field `http: Options` is told of them.
macro_rules! http_options {
    () => {
        /// The key, in place of the one from the environment.
        pub fn api_key(mut self, key: impl Into<secrecy::SecretString>) -> Self {
            self.http.api_key = Some(key.into());
            self
        }

        /// Where the server is, in place of the vendor's own address: scheme, host and,
        /// where there is one, the path before that of the API.
        pub fn base_url(mut self, url: impl Into<String>) -> Self {
            self.http.base_url = Some(url.into());
            self
        }

        /// One more header on every request. Its value is kept like a key.
        pub fn header(
            mut self,
            name: impl Into<String>,
            value: impl Into<secrecy::SecretString>,
        ) -> Self {
            self.http.headers.push((name.into(), value.into()));
            self
        }

        /// How long an exchange may take and how much it may bring.
        pub fn limits(mut self, limits: $crate::model::http::HttpLimits) -> Self {
            self.http.limits = limits;
            self
        }

        /// What carries the requests, in place of a pool of connections.
        pub fn transport(
            mut self,
            transport: impl $crate::model::http::Transport + 'static,
        ) -> Self {
            self.http.transport = Some(std::sync::Arc::new(transport));
            self
        }
    };
}
pub(crate) use http_options;

impl Options {
    /// The client's way to its vendor.
    ///
    /// # Errors
    /// [`ErrorKind::MissingKey`] without a key, [`ErrorKind::Config`] when a URL or a
    /// header is none.
    pub(crate) fn connect(self, vendor: &'static Vendor) -> Result<Http> {
        let key = self.key(vendor)?;
        let given = self.base_url.or_else(|| variable(vendor.base_url_variable));
        let base_url = given.unwrap_or_else(|| vendor.base_url.to_owned());
        let base_url = base_url.trim().trim_end_matches('/').to_owned();

        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(USER_AGENT, HeaderValue::from_static(net::AGENT));
        let mut secrets = Vec::new();
        if let Some(key) = key {
            let (name, before) = vendor.key_header;
            let value = SecretString::from(format!("{before}{}", key.expose_secret()));
            headers.insert(HeaderName::from_static(name), sensitive(name, &value)?);
            secrets.push(key);
        }
        for (name, value) in self.headers {
            let header = HeaderName::from_bytes(name.as_bytes()).map_err(|error| {
                Error::new(
                    ErrorKind::Config,
                    format!("`{name}` is not a valid header name"),
                )
                .with_source(error)
            })?;
            headers.insert(header, sensitive(&name, &value)?);
            // Servers repeat what stands behind `Bearer`.
            let words = value.expose_secret().split_whitespace();
            secrets.extend(words.map(SecretString::from));
        }
        let transport = match self.transport {
            Some(transport) => transport,
            None => Arc::new(Pool::new(self.limits.connect)?),
        };
        Ok(Http(Arc::new(Inner {
            vendor,
            transport,
            headers,
            secrets,
            base_url,
            limits: self.limits,
        })))
    }

    fn key(&self, vendor: &Vendor) -> Result<Option<SecretString>> {
        if self.no_api_key {
            return Ok(None);
        }
        let given = self.api_key.as_ref().map(ExposeSecret::expose_secret);
        let given = given.map(str::trim).filter(|key| !key.is_empty());
        if let Some(key) = given {
            return Ok(Some(key.into()));
        }
        let mut variables = vendor.key_variables.iter();
        match variables.find_map(|name| variable(name)) {
            Some(key) => Ok(Some(key.into())),
            None => Err(Error::new(
                ErrorKind::MissingKey,
                format!(
                    "{} needs a key: set {}, or give it to the builder's `api_key`",
                    vendor.name,
                    vendor.key_variables.join(" or "),
                ),
            )),
        }
    }
}

/// The environment's value; empty counts as unset.
fn variable(name: &str) -> Option<String> {
    let value = std::env::var(name).ok()?;
    let value = value.trim();
    (!value.is_empty()).then(|| value.to_owned())
}

fn sensitive(name: &str, value: &SecretString) -> Result<HeaderValue> {
    let mut header = HeaderValue::from_str(value.expose_secret()).map_err(|_| {
        let text =
            format!("the value of the header `{name}` has a character that no header carries");
        Error::new(ErrorKind::Config, text)
    })?;
    header.set_sensitive(true);
    Ok(header)
}
