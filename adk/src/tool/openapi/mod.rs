//! The operations of an `OpenAPI` document as tools: read, declared, called.
//!
//! A document is data of others. What is wrong with it is told with its place, nothing in it is
//! fetched, and the addresses in it are followed to public servers only.

mod answer;
mod arguments;
mod auth;
mod body;
mod builder;
mod document;
mod encode;
mod exchange;
mod keywords;
mod make;
mod names;
mod operation;
mod parameter;
mod path;
mod request;
mod restore;
mod schema;
mod secrets;
mod server;
mod tool;

pub use auth::Auth;
pub use builder::OpenApiToolsetBuilder;
pub use operation::{Method, Operation};

use std::fmt;
use std::future::ready;
use std::sync::Arc;

use futures_core::future::BoxFuture;
use serde_json::Value;

use super::{Tool, Toolset};
use crate::context::ReadonlyContext;
use crate::error::Result;
use document::Document;

/// The operations of an `OpenAPI` document, 3.0 or 3.1, each a tool.
///
/// A tool has its operation's `operationId` in snake case as its name, or else its path and method,
/// and parameters and body together as its arguments. Calls that may change something are first
/// put to a person; [`confirm_methods`](OpenApiToolsetBuilder::confirm_methods) says otherwise.
///
/// ```
/// use adk::tool::openapi::{Auth, OpenApiToolset};
/// use adk::{LlmAgent, tools};
///
/// # fn main() -> adk::Result<()> {
/// let pets = OpenApiToolset::from_yaml("
/// openapi: 3.1.0
/// info: {title: pets, version: '1'}
/// security: [{token: []}]
/// components: {securitySchemes: {token: {type: http, scheme: bearer}}}
/// paths:
///   /pets/{petId}:
///     get:
///       operationId: getPet
///       summary: Finds a pet by its id.
///       parameters: [{name: petId, in: path, required: true, schema: {type: integer}}]
///     delete: {summary: Gives a pet away, parameters: [{name: petId, in: path}]}
/// ")
/// .server("https://pets.example.com/v1")
/// .auth(Auth::bearer("s3cret"))
/// .build()?;
///
/// let agent = LlmAgent::builder("keeper").toolset(pets.clone());
/// assert_eq!(tools![..pets].names(), ["get_pet", "pets_pet_id_delete"]);
/// # let _ = agent;
/// # Ok(()) }
/// ```
///
/// The server's answer reaches the model as JSON or as a text; one of status 400 and above as an
/// error. Where the document names the server, and where a redirect leads, requests go to public
/// addresses alone; see [`allow_private`](OpenApiToolsetBuilder::allow_private).
#[derive(Clone)]
pub struct OpenApiToolset {
    name: Arc<str>,
    tools: Arc<[Arc<dyn Tool>]>,
}

impl OpenApiToolset {
    /// Tools of a document in JSON. What is wrong with it,
    /// [`build`](OpenApiToolsetBuilder::build) says.
    pub fn from_json(text: &str) -> OpenApiToolsetBuilder {
        OpenApiToolsetBuilder::new(Document::json(text))
    }

    /// Tools of a document in YAML. What is wrong with it,
    /// [`build`](OpenApiToolsetBuilder::build) says.
    pub fn from_yaml(text: &str) -> OpenApiToolsetBuilder {
        OpenApiToolsetBuilder::new(Document::yaml(text))
    }

    /// Tools of a document that the program has parsed or made itself.
    pub fn from_value(document: Value) -> OpenApiToolsetBuilder {
        OpenApiToolsetBuilder::new(Ok(document))
    }

    fn new(name: String, tools: Vec<Arc<dyn Tool>>) -> Self {
        Self {
            name: name.into(),
            tools: tools.into(),
        }
    }
}

impl Toolset for OpenApiToolset {
    fn name(&self) -> &str {
        &self.name
    }

    fn tools<'a>(&'a self, _: &'a ReadonlyContext) -> BoxFuture<'a, Result<Vec<Arc<dyn Tool>>>> {
        Box::pin(ready(Ok(self.tools.to_vec())))
    }

    fn fixed_tools(&self) -> Option<&[Arc<dyn Tool>]> {
        Some(&self.tools)
    }
}

impl fmt::Debug for OpenApiToolset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenApiToolset")
            .field("name", &self.name)
            .field("tools", &self.tools.len())
            .finish_non_exhaustive()
    }
}
