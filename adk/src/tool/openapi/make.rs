//! The making of tools: what the document has of an operation, and what the program says of it.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use serde_json::{Map, Value};

use super::arguments::Arguments;
use super::auth::Credential;
use super::body::request_body;
use super::builder::OpenApiToolsetBuilder;
use super::document::{Document, fault};
use super::exchange::{Shared, is_same_origin};
use super::operation::{Found, description};
use super::parameter::{Parameter, Place, parameters};
use super::path::Template;
use super::request::Plan;
use super::server::{Server, servers};
use super::tool::OperationTool;
use crate::content::FunctionDeclaration;
use crate::error::{Error, ErrorKind, Result};
use crate::net::guard::Guard;
use crate::tool::Tool;

/// Makes tools of operations.
pub(super) struct Make<'a> {
    pub(super) document: &'a Document,
    pub(super) builder: &'a OpenApiToolsetBuilder,
    pub(super) guard: &'a Guard,
    pub(super) main: Option<&'a Server>,
    pub(super) shared: &'a Arc<Shared>,
    pub(super) uses_auth: bool,
    /// Where operations are that ask for credentials which were not given, and those schemes.
    pub(super) lacking: Vec<String>,
    pub(super) missing: BTreeSet<String>,
}

impl Make<'_> {
    /// # Errors
    /// When two would have one name, and when one cannot be.
    pub(super) fn tools(&mut self, found: Vec<Found<'_>>) -> Result<Vec<Arc<dyn Tool>>> {
        let mut tools: Vec<Arc<dyn Tool>> = Vec::new();
        let mut names = HashMap::new();
        for operation in found {
            let name = operation.operation.name().to_owned();
            let place = operation.place.clone();
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
        item: (&Map<String, Value>, &str),
        own: (&Map<String, Value>, &str),
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
        (node, place): (&Map<String, Value>, &str),
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
