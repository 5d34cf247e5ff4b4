//! What a program says of an `OpenAPI` toolset.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::OpenApiToolset;
use super::auth::{Auth, Keys};
use super::document::Document;
use super::exchange::Shared;
use super::make::Make;
use super::operation::{Method, Operation, find, none_left};
use super::secrets::Secrets;
use super::server::Server;
use crate::error::{Error, ErrorKind, Result};
use crate::net::guard::{Guard, Ways};

/// Time to look a host up, connect and agree on TLS.
const CONNECT: Duration = Duration::from_secs(10);

/// The most tools that vendors take, about.
const MANY: usize = 128;

type Filter = dyn Fn(&Operation) -> bool + Send + Sync;

/// Makes an [`OpenApiToolset`].
#[must_use]
pub struct OpenApiToolsetBuilder {
    document: Result<Value>,
    name: Option<String>,
    pub(super) server: Option<String>,
    server_at: usize,
    pub(super) keys: Keys,
    without_auth: bool,
    confirmed: Option<Vec<Method>>,
    filter: Option<Box<Filter>>,
    deprecated: bool,
    allowed: Vec<String>,
    timeout: Duration,
    max_bytes: usize,
    max_schemas: usize,
}

impl OpenApiToolsetBuilder {
    pub(super) fn new(document: Result<Value>) -> Self {
        Self {
            document,
            name: None,
            server: None,
            server_at: 0,
            keys: Keys::default(),
            without_auth: false,
            confirmed: None,
            filter: None,
            deprecated: false,
            allowed: Vec::new(),
            timeout: Duration::from_secs(30),
            max_bytes: 1 << 20,
            max_schemas: 16 << 20,
        }
    }

    /// What the toolset is called in errors and logs, in place of the document's title.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Where the API is, in place of all servers that the document names: scheme, host and the
    /// path before those of the operations. What a program names itself is trusted, be it on this
    /// machine.
    pub fn server(mut self, url: impl Into<String>) -> Self {
        self.server = Some(url.into());
        self
    }

    /// Which of the document's servers is called, counted from 0; the first unless said otherwise.
    /// Variables in its address have their defaults.
    pub fn server_at(mut self, index: usize) -> Self {
        self.server_at = index;
        self
    }

    /// The credential for every operation that asks for one of its kind. One that
    /// [says itself where it goes](Auth::header) is also sent where the document does not say
    /// what is asked for.
    pub fn auth(mut self, auth: Auth) -> Self {
        self.keys.any = Some(auth);
        self
    }

    /// The credential for the document's security scheme of that name.
    pub fn auth_for(mut self, scheme: impl Into<String>, auth: Auth) -> Self {
        self.keys.of.insert(scheme.into(), auth);
        self
    }

    /// Calls operations without the credentials that they ask for and that were not given; `build()`
    /// refuses them otherwise. For an API behind something that adds them, or a document that asks
    /// for more than its API does.
    pub fn without_auth(mut self) -> Self {
        self.without_auth = true;
        self
    }

    /// The methods whose calls a person has to approve of first. Unless said otherwise, these are
    /// all that are not [safe](Method::is_safe): a model reads by itself, and changes nothing by
    /// itself. With an empty list nobody is asked. For finer rules there is
    /// [`confirmed_when`](crate::tool::ToolsetExt::confirmed_when).
    pub fn confirm_methods(mut self, methods: impl IntoIterator<Item = Method>) -> Self {
        self.confirmed = Some(methods.into_iter().collect());
        self
    }

    /// Makes tools of those operations alone for which `filter` is true. A model chooses badly
    /// among hundreds, and vendors take some 128 at most.
    ///
    /// ```
    /// use adk::tool::openapi::OpenApiToolset;
    /// use adk::tools;
    ///
    /// # fn main() -> adk::Result<()> {
    /// let shop = OpenApiToolset::from_yaml("
    /// openapi: 3.1.0
    /// servers: [{url: 'https://shop.example.com'}]
    /// paths:
    ///   /orders: {get: {tags: [orders]}, post: {tags: [orders]}}
    ///   /users: {get: {tags: [people]}}
    /// ")
    /// .operations(|operation| operation.tags() == ["orders"] && operation.method().is_safe())
    /// .build()?;
    /// assert_eq!(tools![..shop].names(), ["orders_get"]);
    /// # Ok(()) }
    /// ```
    pub fn operations(
        mut self,
        filter: impl Fn(&Operation) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.filter = Some(Box::new(filter));
        self
    }

    /// Makes tools of operations that the document calls deprecated too, which are left out
    /// otherwise.
    pub fn with_deprecated(mut self) -> Self {
        self.deprecated = true;
        self
    }

    /// Hosts that may be reached though they are, or resolve to, addresses of this machine or of
    /// its networks: names, or addresses as they are. They are called where the document's
    /// servers or a redirect name them. What [`server`](Self::server) names needs no such leave.
    pub fn allow_private(mut self, hosts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.allowed.extend(hosts.into_iter().map(Into::into));
        self
    }

    /// How long a call may take, from the first byte sent to the last that comes: 30 seconds by
    /// default.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.timeout = limit;
        self
    }

    /// How many bytes an answer may have: 1 MiB by default. A longer one is an error that the model
    /// reads; a longer error is cut.
    pub fn max_response_bytes(mut self, limit: usize) -> Self {
        self.max_bytes = limit;
        self
    }

    /// How many bytes the schemas of all tools may have together, about: 16 MiB by default. A
    /// schema counts as often as it is referred to, so that a short document makes no endless tools.
    pub fn max_schema_bytes(mut self, limit: usize) -> Self {
        self.max_schemas = limit;
        self
    }

    /// Makes the toolset. Nothing is sent.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidDocument`] for a fault of the document, whose place the text names;
    /// [`ErrorKind::DuplicateName`] when two operations would be tools of one name;
    /// [`ErrorKind::Limit`] for a document that is too large; [`ErrorKind::Config`] for a server or
    /// a credential that is invalid or missing, and where no operation is left.
    pub fn build(mut self) -> Result<OpenApiToolset> {
        let empty = Ok(Value::Null);
        let document = std::mem::replace(&mut self.document, empty)?;
        let document = Document::new(document, self.max_schemas)?;
        self.keys.check(&document)?;
        let guard = Guard::allowing(self.allowed.clone());
        let main = match &self.server {
            Some(url) => Some(Server::named(url)?),
            None => match document.get("servers") {
                Some(servers) => Some(Server::of(Some(servers), self.server_at, "", &guard)?),
                None => None,
            },
        };
        let found = find(&document, |operation| self.wants(operation))?;
        if found.is_empty() {
            return Err(none_left(&document, self.deprecated));
        }
        let keys = self.keys.any.iter().chain(self.keys.of.values());
        let shared = Arc::new(Shared {
            ways: Ways::new(guard.clone(), CONNECT)?,
            timeout: self.timeout,
            max_bytes: self.max_bytes,
            secrets: Secrets::new(keys.flat_map(Auth::secrets)),
        });
        let mut make = Make {
            document: &document,
            builder: &self,
            guard: &guard,
            main: main.as_ref(),
            shared: &shared,
            uses_auth: false,
            lacking: Vec::new(),
            missing: BTreeSet::new(),
        };
        let tools = make.tools(found)?;
        if !make.lacking.is_empty() && !self.without_auth {
            return Err(self.keys.lacking(&document, &make.lacking, &make.missing));
        }
        if self.keys.any.is_some() && !make.uses_auth {
            let text = "no operation at the API's own server asks for a credential of the kind that \
                        `.auth(…)` was given; name its place, as in `Auth::header(\"X-Key\", …)`, \
                        the security scheme, by `.auth_for(…)`, or the server, by `.server(…)`";
            return Err(Error::new(ErrorKind::Config, text));
        }
        let name = self.name.or_else(|| title(&document));
        let name = name.unwrap_or_else(|| "openapi".into());
        if tools.len() > MANY {
            let (toolset, tools) = (&*name, tools.len());
            tracing::warn!(
                toolset,
                tools,
                "more tools than vendors take; choose some by `.operations(…)`"
            );
        }
        Ok(OpenApiToolset::new(name, tools))
    }

    fn wants(&self, operation: &Operation) -> bool {
        let is_current = self.deprecated || !operation.is_deprecated();
        is_current && self.filter.as_ref().is_none_or(|filter| filter(operation))
    }

    pub(super) fn confirms(&self, method: Method) -> bool {
        match &self.confirmed {
            Some(methods) => methods.contains(&method),
            None => !method.is_safe(),
        }
    }
}

fn title(document: &Document) -> Option<String> {
    let title = document.get("info")?.get("title")?.as_str()?;
    Some(title.to_owned())
}

impl fmt::Debug for OpenApiToolsetBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenApiToolsetBuilder")
            .field("name", &self.name)
            .field("keys", &self.keys)
            .finish_non_exhaustive()
    }
}
