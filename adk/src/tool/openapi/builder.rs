//! What a program says of an `OpenAPI` toolset, and the making of its tools.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::OpenApiToolset;
use super::arguments::Arguments;
use super::auth::{Auth, Credential, Keys};
use super::body::request_body;
use super::document::{Document, fault};
use super::exchange::{Shared, is_same_origin};
use super::operation::{Found, Method, Operation, description, find, none_left};
use super::parameter::{Parameter, Place, parameters};
use super::path::Template;
use super::request::Plan;
use super::secrets::Secrets;
use super::server::{Server, servers};
use super::tool::OperationTool;
use crate::content::FunctionDeclaration;
use crate::error::{Error, ErrorKind, Result};
use crate::net::guard::{Guard, Ways};
use crate::tool::Tool;

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
    server: Option<String>,
    server_at: usize,
    keys: Keys,
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
    /// itself. `[]` is for agents that may; for finer rules,
    /// [`confirmed_when`](crate::tool::ToolsetExt::confirmed_when).
    pub fn confirm_methods(mut self, methods: impl IntoIterator<Item = Method>) -> Self {
        self.confirmed = Some(methods.into_iter().collect());
        self
    }

    /// The operations that become tools. A model chooses badly among hundreds, and vendors take
    /// some 128 at most.
    pub fn operations(
        mut self,
        filter: impl Fn(&Operation) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.filter = Some(Box::new(filter));
        self
    }

    /// Has operations that the document calls deprecated too; they are left out otherwise.
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

    /// How long a call may take, from the first byte sent to the last that comes; 30 seconds.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.timeout = limit;
        self
    }

    /// How many bytes an answer may have; 1 MiB.
    pub fn max_response_bytes(mut self, limit: usize) -> Self {
        self.max_bytes = limit;
        self
    }

    /// How many bytes the schemas of all tools may have together, about; 16 MiB. A schema counts
    /// as often as it is referred to, so that a short document makes no endless tools.
    pub fn max_schema_bytes(mut self, limit: usize) -> Self {
        self.max_schemas = limit;
        self
    }

    /// The toolset. Nothing is sent.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidDocument`] for a fault of the document, whose place the text names;
    /// [`ErrorKind::DuplicateName`] when two operations would be tools of one name;
    /// [`ErrorKind::Limit`] for a document that is too large; [`ErrorKind::Config`] for a server or
    /// a credential that cannot be or is missing, and where no operation is left.
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
        if let (Some(first), false) = (make.lacking.first(), self.without_auth) {
            let lacking = (make.lacking.len(), &**first);
            return Err(self.keys.lacking(&document, lacking, &make.missing));
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

    fn confirms(&self, method: Method) -> bool {
        match &self.confirmed {
            Some(methods) => methods.contains(&method),
            None => !method.is_safe(),
        }
    }
}

/// Makes tools of operations.
struct Make<'a> {
    document: &'a Document,
    builder: &'a OpenApiToolsetBuilder,
    guard: &'a Guard,
    main: Option<&'a Server>,
    shared: &'a Arc<Shared>,
    uses_auth: bool,
    /// Where operations are that ask for credentials which were not given, and those schemes.
    lacking: Vec<String>,
    missing: BTreeSet<String>,
}

impl Make<'_> {
    fn tools(&mut self, found: Vec<Found<'_>>) -> Result<Vec<Arc<dyn Tool>>> {
        let mut tools: Vec<Arc<dyn Tool>> = Vec::new();
        let mut names = HashMap::new();
        for operation in found {
            let (name, place) = (
                operation.operation.name().to_owned(),
                operation.place.clone(),
            );
            if let Some(first) = names.insert(name.clone(), place.clone()) {
                return Err(twice(&name, &first, &place));
            }
            tools.push(Arc::new(self.tool(operation)?));
        }
        Ok(tools)
    }

    fn tool(&mut self, found: Found<'_>) -> Result<OperationTool> {
        let Found {
            operation,
            item,
            item_place,
            node,
            place,
        } = found;
        let left = self.document.left();
        let path = Template::read(operation.path(), &item_place)?;
        let (item, own) = ((item, &*item_place), (node, &*place));
        let server = self.server(item, own)?;
        let credentials = self.credentials(own, &server)?;
        let mut parameters = parameters(self.document, item, own)?;
        parameters.retain(|parameter| is_asked(parameter, &path, &credentials));
        let in_path = |name: &str| {
            let mut all = parameters.iter();
            all.any(|parameter| parameter.place == Place::Path && parameter.name == name)
        };
        if let Some(missing) = path.names().find(|name| !in_path(name)) {
            let text = format!("has no path parameter `{missing}`, which its path names");
            return Err(fault(&place, &text));
        }
        let body = request_body(self.document, node, &place)?;
        let arguments = Arguments::of(self.document, &parameters, body)?;
        // Where schemas hold together, what is told may be longer than what was read.
        let (told, read) = (
            arguments.schema.as_json().as_str().len(),
            left - self.document.left(),
        );
        self.document.spend(told.saturating_sub(read))?;
        let description = description(node, &operation);
        let declaration = FunctionDeclaration::new(operation.name(), description, arguments.schema);
        Ok(OperationTool {
            declaration: Arc::new(declaration),
            confirms: self.builder.confirms(operation.method()),
            plan: Plan {
                method: operation.method().http(),
                path,
                server,
                arguments: arguments.each,
                restore: arguments.restore,
                body: arguments.body,
                credentials,
            },
            operation,
            shared: Arc::clone(self.shared),
        })
    }

    fn server(
        &self,
        item: (&serde_json::Map<String, Value>, &str),
        own: (&serde_json::Map<String, Value>, &str),
    ) -> Result<Server> {
        let (listed, place) = servers(self.document, item, own);
        match self.main {
            Some(main) if self.builder.server.is_some() || place.is_empty() => Ok(main.clone()),
            _ => Server::of(listed, 0, &place, self.guard),
        }
    }

    /// What the operation is called with: nothing at a server that is not the API's own.
    fn credentials(
        &mut self,
        (node, place): (&serde_json::Map<String, Value>, &str),
        server: &Server,
    ) -> Result<Vec<Credential>> {
        let given = self.builder.keys.credentials(self.document, node)?;
        let is_own = self
            .main
            .is_some_and(|main| is_same_origin(&main.url, &server.url));
        if !is_own {
            return Ok(Vec::new());
        }
        self.uses_auth |= !given.credentials.is_empty();
        if !given.missing.is_empty() {
            self.lacking.push(place.to_owned());
            self.missing.extend(given.missing);
        }
        Ok(given.credentials)
    }
}

/// Whether the model is asked for the parameter: not for one that the path does not have, nor for
/// what a credential says.
fn is_asked(parameter: &Parameter<'_>, path: &Template, credentials: &[Credential]) -> bool {
    let name = parameter.name;
    let mut credentials = credentials.iter();
    match parameter.place {
        Place::Path => path.names().any(|known| known == name),
        Place::Header => !credentials.any(|credential| credential.is_header(name)),
        Place::Query => !credentials.any(|credential| credential.is_query(name)),
        Place::Cookie => !credentials.any(|credential| credential.is_cookie(name)),
        Place::Field | Place::Body => true,
    }
}

fn twice(name: &str, first: &str, second: &str) -> Error {
    let text = format!(
        "`{first}` and `{second}` of the OpenAPI document would both be the tool `{name}`: give \
         one another `operationId`, or leave one out by `.operations(…)`"
    );
    Error::new(ErrorKind::DuplicateName, text)
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
