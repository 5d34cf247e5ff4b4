//! Credentials: what the program gives, and which of it an operation is called with.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use http::HeaderName;
use http::header::{AUTHORIZATION, HeaderValue};
use secrecy::{ExposeSecret as _, SecretString};
use serde_json::{Map, Value};

use super::document::{Document, fault, object, text};
use super::parameter::header;
use crate::error::{Error, ErrorKind, Result};
use crate::tool::args::closest;

/// The most security schemes that an error tells of.
const MOST_TOLD: usize = 5;

/// A credential for the operations of an API. It is sent to the API's own server alone, and shown
/// by no error, no log and no `Debug`.
///
/// ```
/// use adk::tool::openapi::Auth;
///
/// let auth = Auth::bearer("s3cret");
/// assert_eq!(format!("{auth:?}"), "Auth(bearer)");
/// ```
#[derive(Clone)]
#[must_use]
pub struct Auth(Kind);

#[derive(Clone)]
enum Kind {
    Bearer(SecretString),
    Basic(String, SecretString),
    /// A key whose place the document names.
    Key(SecretString),
    Header(String, SecretString),
    Query(String, SecretString),
    Cookie(String, SecretString),
}

impl Auth {
    /// A token after `Authorization: Bearer`, as for the security schemes `bearer`, `oauth2` and
    /// `openIdConnect`.
    pub fn bearer(token: impl Into<SecretString>) -> Self {
        Self(Kind::Bearer(token.into()))
    }

    /// A user and a password after `Authorization: Basic`.
    pub fn basic(user: impl Into<String>, password: impl Into<SecretString>) -> Self {
        Self(Kind::Basic(user.into(), password.into()))
    }

    /// A key, in the header, query or cookie that the document's `apiKey` scheme names.
    pub fn api_key(key: impl Into<SecretString>) -> Self {
        Self(Kind::Key(key.into()))
    }

    /// A key in a header, whatever the document says.
    pub fn header(name: impl Into<String>, key: impl Into<SecretString>) -> Self {
        Self(Kind::Header(name.into(), key.into()))
    }

    /// A key in the query, whatever the document says. Servers are known to log it.
    pub fn query(name: impl Into<String>, key: impl Into<SecretString>) -> Self {
        Self(Kind::Query(name.into(), key.into()))
    }

    /// A key in a cookie, whatever the document says.
    pub fn cookie(name: impl Into<String>, key: impl Into<SecretString>) -> Self {
        Self(Kind::Cookie(name.into(), key.into()))
    }

    fn name(&self) -> &'static str {
        match &self.0 {
            Kind::Bearer(_) => "bearer",
            Kind::Basic(..) => "basic",
            Kind::Key(_) => "api_key",
            Kind::Header(..) => "header",
            Kind::Query(..) => "query",
            Kind::Cookie(..) => "cookie",
        }
    }

    /// What an answer may repeat of it.
    pub(super) fn secrets(&self) -> Vec<SecretString> {
        match &self.0 {
            Kind::Bearer(secret)
            | Kind::Key(secret)
            | Kind::Header(_, secret)
            | Kind::Query(_, secret)
            | Kind::Cookie(_, secret) => vec![secret.clone()],
            Kind::Basic(user, password) => {
                // What fills it up to a whole length tells nothing, and is not always there.
                let both = basic(user, password).trim_end_matches('=').to_owned();
                vec![password.clone(), both.into()]
            }
        }
    }
}

impl fmt::Debug for Auth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Auth({})", self.name())
    }
}

/// What is added to the requests of an operation.
#[derive(Debug, Clone)]
pub(super) enum Credential {
    Header(HeaderName, HeaderValue),
    Query(String, SecretString),
    Cookie(String, SecretString),
}

impl Credential {
    /// Whether it is what the document has also as a parameter.
    pub(super) fn is_header(&self, name: &str) -> bool {
        matches!(self, Self::Header(header, _) if name.eq_ignore_ascii_case(header.as_str()))
    }

    pub(super) fn is_query(&self, name: &str) -> bool {
        matches!(self, Self::Query(known, _) if known == name)
    }

    pub(super) fn is_cookie(&self, name: &str) -> bool {
        matches!(self, Self::Cookie(known, _) if known == name)
    }
}

/// What an operation is called with.
#[derive(Debug, Default)]
pub(super) struct Given {
    pub(super) credentials: Vec<Credential>,
    /// The schemes of its first alternative that it asks for in vain.
    pub(super) missing: Vec<String>,
}

/// All credentials of a toolset.
#[derive(Debug, Clone, Default)]
pub(super) struct Keys {
    /// For any scheme that it fits.
    pub(super) any: Option<Auth>,
    /// For the scheme of that name.
    pub(super) of: BTreeMap<String, Auth>,
}

impl Keys {
    /// # Errors
    /// [`ErrorKind::Config`] when a credential is for a scheme that there is not.
    pub(super) fn check(&self, document: &Document) -> Result<()> {
        let none = Map::new();
        let known = document.object(&["components", "securitySchemes"])?;
        let known = known.unwrap_or(&none);
        let unknown = self.of.keys().find(|name| !known.contains_key(*name));
        let Some(name) = unknown else {
            return Ok(());
        };
        let help = match closest(name, known.keys()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None if known.is_empty() => "it has none; give the credential to `.auth(…)`".into(),
            None => {
                let known: Vec<_> = known.keys().map(|name| format!("`{name}`")).collect();
                format!("it has {}", known.join(", "))
            }
        };
        let text = format!("the OpenAPI document has no security scheme `{name}`\nhelp: {help}");
        Err(Error::new(ErrorKind::Config, text))
    }

    /// What an operation is called with: all that the first of its alternatives asks for of which
    /// everything is there. Where nothing is asked, what the program has placed itself.
    ///
    /// # Errors
    /// When a scheme is none.
    pub(super) fn credentials(
        &self,
        document: &Document,
        operation: &Map<String, Value>,
    ) -> Result<Given> {
        let asked = operation.get("security").or(document.get("security"));
        let Some(alternatives) = asked.and_then(Value::as_array) else {
            let placed = self
                .any
                .iter()
                .filter(|auth| !matches!(auth.0, Kind::Key(_)));
            let credentials = placed
                .map(|auth| place(auth, None))
                .collect::<Result<_>>()?;
            return Ok(Given {
                credentials,
                ..Given::default()
            });
        };
        let mut given = Given::default();
        let mut is_free = false;
        for alternative in alternatives {
            let alternative = object(alternative, "security")?;
            document.spend(1 + alternative.len())?;
            let (mut all, mut missing) = (Vec::new(), Vec::new());
            for scheme in alternative.keys() {
                match self.credential(document, scheme)? {
                    Some(credential) => all.push(credential),
                    None => missing.push(scheme.clone()),
                }
            }
            if missing.is_empty() && !all.is_empty() {
                given.credentials = all;
                given.missing.clear();
                return Ok(given);
            }
            is_free |= alternative.is_empty();
            if given.missing.is_empty() {
                given.missing = missing;
            }
        }
        if is_free {
            given.missing.clear();
        }
        Ok(given)
    }

    /// The error of operations that ask for what was not given, by where they are, and the schemes.
    pub(super) fn lacking(
        &self,
        document: &Document,
        places: &[String],
        schemes: &BTreeSet<String>,
    ) -> Error {
        let help = schemes.iter().take(MOST_TOLD).map(|name| {
            let known = document.object(&["components", "securitySchemes"]);
            let scheme = known.ok().flatten().and_then(|known| known.get(name));
            let scheme = scheme.and_then(|scheme| document.follow(scheme, name).ok());
            format!("`.auth_for({name:?}, {})`", scheme.map_or("…", fitting))
        });
        let help: Vec<_> = help.collect();
        let given = self.any.as_ref().map(|auth| {
            let kind = auth.name();
            format!(", and the `Auth::{kind}(…)` of `.auth(…)` does not fit")
        });
        let (count, first) = (places.len(), places.first().map_or("", String::as_str));
        let text = format!(
            "operations of the OpenAPI document ask for a credential that was not given{}: {count} of \
             them, the first at `{first}`\nhelp: give it by {}; or leave them out by \
             `.operations(…)`, or call them without by `.without_auth()`",
            given.unwrap_or_default(),
            help.join(", "),
        );
        Error::new(ErrorKind::Config, text)
    }

    fn credential(&self, document: &Document, name: &str) -> Result<Option<Credential>> {
        let at = format!("components.securitySchemes.{name}");
        let schemes = document.object(&["components", "securitySchemes"])?;
        let Some(scheme) = schemes.and_then(|schemes| schemes.get(name)) else {
            return Err(fault(&at, "is asked for by `security`, and is not there"));
        };
        let scheme = document.follow(scheme, &at)?;
        let own = self.of.get(name);
        let auth = own.or(self.any.as_ref().filter(|auth| fits(auth, scheme)));
        let placed = auth.map(|auth| place(auth, Some((scheme, &at))));
        placed.transpose()
    }
}

/// Whether the credential is of the scheme's kind.
fn fits(auth: &Auth, scheme: &Map<String, Value>) -> bool {
    let is_authorization =
        || text(scheme, "name").is_some_and(|name| name.eq_ignore_ascii_case("authorization"));
    let is_http =
        |kind: &str| text(scheme, "scheme").is_some_and(|scheme| scheme.eq_ignore_ascii_case(kind));
    match (text(scheme, "type"), &auth.0) {
        (Some("apiKey"), Kind::Bearer(_) | Kind::Basic(..)) => is_authorization(),
        (Some("http"), Kind::Bearer(_)) => is_http("bearer"),
        (Some("http"), Kind::Basic(..)) => is_http("basic"),
        (_, Kind::Header(..) | Kind::Query(..) | Kind::Cookie(..))
        | (Some("apiKey"), Kind::Key(_))
        | (Some("oauth2" | "openIdConnect"), Kind::Bearer(_)) => true,
        _ => false,
    }
}

/// How a credential for the scheme is made.
fn fitting(scheme: &Map<String, Value>) -> &'static str {
    let is_basic = || text(scheme, "scheme").is_some_and(|kind| kind.eq_ignore_ascii_case("basic"));
    match text(scheme, "type") {
        Some("apiKey") => "Auth::api_key(…)",
        Some("http") if is_basic() => "Auth::basic(…)",
        Some("http" | "oauth2" | "openIdConnect") => "Auth::bearer(…)",
        _ => "Auth::header(…)",
    }
}

fn place(auth: &Auth, scheme: Option<(&Map<String, Value>, &str)>) -> Result<Credential> {
    let at = scheme.map_or("the credential", |(_, at)| at);
    let in_header = |name: &HeaderName, value: &str| {
        let value = HeaderValue::from_str(value).map(|mut value| {
            value.set_sensitive(true);
            Credential::Header(name.clone(), value)
        });
        value.map_err(|_| {
            let text = format!(
                "a credential for `{name}` has a character that no header carries, such as the end \
                 of a line"
            );
            Error::new(ErrorKind::Config, text)
        })
    };
    match &auth.0 {
        Kind::Bearer(token) => {
            in_header(&AUTHORIZATION, &format!("Bearer {}", token.expose_secret()))
        }
        Kind::Basic(user, password) => {
            in_header(&AUTHORIZATION, &format!("Basic {}", basic(user, password)))
        }
        Kind::Header(name, key) => in_header(&header(name, at)?, key.expose_secret()),
        Kind::Query(name, key) => Ok(Credential::Query(name.clone(), key.clone())),
        Kind::Cookie(name, key) => Ok(Credential::Cookie(name.clone(), key.clone())),
        Kind::Key(key) => {
            let place = scheme.map(|(scheme, _)| (text(scheme, "in"), text(scheme, "name")));
            match place.unwrap_or_default() {
                (Some("header"), Some(name)) => in_header(&header(name, at)?, key.expose_secret()),
                (Some("query"), Some(name)) => Ok(Credential::Query(name.into(), key.clone())),
                (Some("cookie"), Some(name)) => Ok(Credential::Cookie(name.into(), key.clone())),
                _ => {
                    let text = "does not say where its key goes; give it as `Auth::header(…)`, \
                                `Auth::query(…)` or `Auth::cookie(…)`";
                    Err(fault(at, text))
                }
            }
        }
    }
}

fn basic(user: &str, password: &SecretString) -> String {
    STANDARD.encode(format!("{user}:{}", password.expose_secret()))
}
