//! Where an operation is called: at the server that the program names, or at the document's.

use std::str::FromStr;
use std::sync::Arc;

use reqwest::Url;
use serde_json::{Map, Value};

use super::document::{Document, fault, object, text};
use crate::error::{Error, ErrorKind, Result};
use crate::net::guard::{Guard, Named};

/// The longest address of a server, in bytes.
const MAX_URL: usize = 8_192;

/// The base of an operation's address.
#[derive(Debug, Clone)]
pub(super) struct Server {
    pub(super) url: Arc<Url>,
    pub(super) named: Named,
}

impl Server {
    /// The server that the program names.
    ///
    /// # Errors
    /// [`ErrorKind::Config`] when the text is no base URL.
    pub(super) fn named(url: &str) -> Result<Self> {
        let unfit = || {
            let text = format!(
                "the server `{}` of an OpenAPI toolset is no base URL, such as \
                 `https://api.example.com/v1`: scheme, host and path, without user, query or fragment",
                shown(url)
            );
            Error::new(ErrorKind::Config, text)
        };
        let parsed = Url::parse(url.trim()).map_err(|error| unfit().with_source(error))?;
        if !is_base(&parsed) {
            return Err(unfit());
        }
        Ok(Self {
            url: Arc::new(parsed),
            named: Named::ByProgram,
        })
    }

    /// The server of the document, or of a part of it that names its own; which one of several
    /// `index` says, from 0.
    ///
    /// # Errors
    /// When there is none, it is no URL, or leads to where the guard lets nothing pass.
    pub(super) fn of(
        servers: Option<&Value>,
        index: usize,
        place: &str,
        guard: &Guard,
    ) -> Result<Self> {
        let listed = servers.and_then(Value::as_array).map(Vec::as_slice);
        let listed = listed.unwrap_or_default();
        let at = format!("{place}servers[{index}]");
        let Some(server) = listed.get(index) else {
            let text = "is not there; name the API's address by `.server(\"https://…\")`";
            return Err(fault(&at, text));
        };
        let url = filled(object(server, &at)?, &at)?;
        let help = "name the API's address by `.server(\"https://…\")`";
        let parsed = Url::parse(&url).map_err(|_| {
            let text = format!("is `{url}`, no address by itself; {help}");
            fault(&at, &text)
        })?;
        guard.check(&parsed).map_err(|blocked| {
            let text = format!(
                "is no address to follow: {blocked}; where it is yours, {help}, or allow its host \
                 by `.allow_private([\"…\"])`"
            );
            fault(&at, &text)
        })?;
        if !is_base(&parsed) {
            let text = format!("is `{url}`, no base of other addresses; {help}");
            return Err(fault(&at, &text));
        }
        Ok(Self {
            url: Arc::new(parsed),
            named: Named::ByOthers,
        })
    }

    /// The address of a path, which begins with a slash and is encoded.
    pub(super) fn address(&self, path: &str, query: &str) -> Result<Url, UrlError> {
        let base = self.url.as_str().trim_end_matches('/');
        let question = if query.is_empty() { "" } else { "?" };
        Url::parse(&format!("{base}{path}{question}{query}"))
    }
}

/// The error of a text that is no URL, which reqwest does not name.
type UrlError = <Url as FromStr>::Err;

/// The text without what may be a password or a key.
fn shown(url: &str) -> String {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    let (before, rest) = url.split_at(end);
    let host = before.rsplit_once('@').map(|(_, host)| format!("…@{host}"));
    let rest = rest.get(..1).map(|mark| format!("{mark}…"));
    host.unwrap_or_else(|| before.to_owned()) + &rest.unwrap_or_default()
}

fn is_base(url: &Url) -> bool {
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    let has_user = !url.username().is_empty() || url.password().is_some();
    is_web && !has_user && url.query().is_none() && url.fragment().is_none()
}

/// A server's URL with the defaults of its variables.
fn filled(server: &Map<String, Value>, at: &str) -> Result<String> {
    let Some(mut rest) = text(server, "url") else {
        return Err(fault(at, "has no `url`"));
    };
    let variables = server.get("variables").and_then(Value::as_object);
    let variable = |name: &str| variables.and_then(|variables| variables.get(name));
    let mut url = String::new();
    while let Some((before, (name, after))) = braces(rest) {
        let Some(variable) = variable(name) else {
            let text = format!("has no variable `{name}`, which its `url` names");
            return Err(fault(at, &text));
        };
        let Some(default) = variable.get("default").and_then(Value::as_str) else {
            let text = format!("has a variable `{name}` without a default");
            return Err(fault(at, &text));
        };
        url.extend([before, default]);
        rest = after;
    }
    url += rest;
    if url.len() > MAX_URL {
        return Err(fault(at, &format!("is longer than {MAX_URL} bytes")));
    }
    Ok(url)
}

/// What stands before the first braces, in them and behind them.
fn braces(text: &str) -> Option<(&str, (&str, &str))> {
    let (before, after) = text.split_once('{')?;
    Some((before, after.split_once('}')?))
}

/// The servers that an operation has: its own, its path's, or the document's; and where they are.
pub(super) fn servers<'a>(
    document: &'a Document,
    path: (&'a Map<String, Value>, &str),
    operation: (&'a Map<String, Value>, &str),
) -> (Option<&'a Value>, String) {
    let has = |(node, place): (&'a Map<String, Value>, &str)| {
        let servers = node.get("servers").filter(|servers| is_some(servers))?;
        Some((servers, format!("{place}.")))
    };
    match has(operation).or_else(|| has(path)) {
        Some((servers, place)) => (Some(servers), place),
        None => (document.get("servers"), String::new()),
    }
}

fn is_some(servers: &Value) -> bool {
    servers.as_array().is_some_and(|listed| !listed.is_empty())
}
