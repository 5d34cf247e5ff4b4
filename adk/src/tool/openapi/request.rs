//! A call's arguments as a request.

use std::collections::BTreeMap;

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE, COOKIE, HeaderMap, HeaderName, HeaderValue};
use reqwest::Url;
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::{Map, Value};

use super::arguments::{Argument, Body};
use super::auth::Credential;
use super::encode::{self, encoded};
use super::parameter::Place;
use super::path::Template;
use super::restore::Restore;
use super::server::Server;
use crate::tool::ToolError;

/// What an API is asked to answer with, JSON before all else.
pub(super) const ACCEPTED: HeaderValue =
    HeaderValue::from_static("application/json, text/*;q=0.8, */*;q=0.5");

/// The longest path and query of an address, in bytes; HTTP's client takes few more.
const MAX_ADDRESS: usize = 56 * 1024;

/// How the calls of an operation become requests.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) method: http::Method,
    pub(super) path: Template,
    pub(super) server: Server,
    pub(super) arguments: Vec<Argument>,
    /// Names within arguments that the API has otherwise, if there are any.
    pub(super) restore: Option<Restore>,
    pub(super) body: Option<Body>,
    pub(super) credentials: Vec<Credential>,
}

/// A request that may be sent.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) method: http::Method,
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

/// The parts of a request, as they gather.
#[derive(Default)]
struct Parts {
    path: BTreeMap<String, String>,
    query: Vec<String>,
    cookies: Vec<String>,
    headers: HeaderMap,
    fields: Map<String, Value>,
    body: Option<Value>,
}

impl Plan {
    /// The request of a call whose arguments fit the schema.
    ///
    /// # Errors
    /// When a value cannot stand where it belongs.
    pub(super) fn request(&self, args: Value) -> Result<Prepared, ToolError> {
        let mut parts = Parts::default();
        parts.headers.insert(ACCEPT, ACCEPTED);
        let Value::Object(mut args) = args else {
            return Err(ToolError::model("the arguments are no object").permanent());
        };
        for argument in &self.arguments {
            if let Some(value) = args.shift_remove(&argument.name) {
                self.add(argument, value, &mut parts)?;
            }
        }
        self.add_credentials(&mut parts)?;
        let body = self.write_body(&mut parts)?;
        let path = self
            .path
            .filled(|name| parts.path.get(name).map(String::as_str))?;
        let query = parts.query.join("&");
        let unfit = || {
            let text = "the arguments make no address; send shorter or other ones";
            ToolError::model(text).permanent()
        };
        if path.len() + query.len() > MAX_ADDRESS {
            return Err(unfit());
        }
        let url = self.server.address(&path, &query);
        let url = url.map_err(|error| unfit().with_cause(error))?;
        Ok(Prepared {
            method: self.method.clone(),
            url,
            headers: parts.headers,
            body,
        })
    }

    fn add(&self, argument: &Argument, value: Value, parts: &mut Parts) -> Result<(), ToolError> {
        let Argument { wire, written, .. } = argument;
        let mut value = match &self.restore {
            Some(restore) => restore.argument(&argument.name, value),
            None => value,
        };
        if argument.is_json {
            value = Value::String(value.to_string());
        }
        match argument.place {
            Place::Path => {
                let text = match &value {
                    Value::String(text) if text.is_empty() => String::new(),
                    value => encode::path(wire, value, *written),
                };
                parts.path.insert(wire.clone(), text);
            }
            Place::Query => encode::pairs(wire, &value, *written, &mut parts.query),
            Place::Cookie => encode::pairs(wire, &value, *written, &mut parts.cookies),
            Place::Header => {
                let text = encode::header(&value, written.explode);
                let (name, value) = header(wire, &text, &argument.name)?;
                parts.headers.insert(name, value);
            }
            Place::Field => {
                // A field of the body was renamed where it stood in its schema.
                let restore = self.restore.as_ref();
                let wire = restore.map_or(&**wire, |restore| restore.name(wire));
                parts.fields.insert(wire.to_owned(), value);
            }
            Place::Body => parts.body = Some(value),
        }
        Ok(())
    }

    fn add_credentials(&self, parts: &mut Parts) -> Result<(), ToolError> {
        for credential in &self.credentials {
            match credential {
                Credential::Header(name, value) => {
                    parts.headers.insert(name.clone(), value.clone());
                }
                Credential::Query(name, key) => set(&mut parts.query, name, key),
                Credential::Cookie(name, key) => set(&mut parts.cookies, name, key),
            }
        }
        if !parts.cookies.is_empty() {
            let (_, mut value) = header("cookie", &parts.cookies.join("; "), "cookie")?;
            value.set_sensitive(true);
            parts.headers.insert(COOKIE, value);
        }
        Ok(())
    }

    fn write_body(&self, parts: &mut Parts) -> Result<Bytes, ToolError> {
        let Some(body) = &self.body else {
            return Ok(Bytes::new());
        };
        let is_sent = body.is_required || !parts.fields.is_empty();
        let value = match parts.body.take() {
            Some(value) => value,
            None if is_sent => std::mem::take(&mut parts.fields).into(),
            None => return Ok(Bytes::new()),
        };
        let (kind, bytes) = body.format.write(&value);
        let (name, value) = header(CONTENT_TYPE.as_str(), &kind, "body")?;
        parts.headers.insert(name, value);
        Ok(bytes)
    }
}

fn header(name: &str, value: &str, argument: &str) -> Result<(HeaderName, HeaderValue), ToolError> {
    let name = HeaderName::from_bytes(name.as_bytes());
    let value = HeaderValue::from_str(value);
    if let (Ok(name), Ok(value)) = (name, value) {
        return Ok((name, value));
    }
    let text =
        format!("`{argument}` has a character that no header carries, such as the end of a line");
    Err(ToolError::model(text).permanent())
}

/// A credential's pair, in place of those that the fields of an argument made of its name.
fn set(pairs: &mut Vec<String>, name: &str, key: &SecretString) {
    let name = encoded(name);
    pairs.retain(|pair| pair.split_once('=').is_none_or(|(known, _)| known != name));
    pairs.push(format!("{name}={}", encoded(key.expose_secret())));
}
