//! One connection of a host: what it is told, and the state that its calls share.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_core::future::BoxFuture;
use futures_util::FutureExt as _;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, Implementation, JsonObject,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;

use super::Served;
use crate::content::Schema;
use crate::context::{ReadonlyContext, RunConfig, Scope};
use crate::error::{Error, Result};
use crate::event::EventActions;
use crate::session::{Session, SessionKey};
use crate::tool::Tool;

/// The prefix of state that lasts for one call.
const TEMPORARY: &str = "temp:";

pub(super) struct Connection {
    pub(super) served: Arc<Served>,
    key: SessionKey,
    state: Mutex<BTreeMap<String, Value>>,
}

impl Connection {
    pub(super) fn new(served: &Arc<Served>) -> Self {
        let id = served.services.platform.new_id();
        Self {
            key: SessionKey::new(&*served.server.name, "mcp", id),
            served: Arc::clone(served),
            state: Mutex::default(),
        }
    }

    /// The context of one call, over the state as it is now.
    pub(super) fn context(&self) -> ReadonlyContext {
        let services = self.served.services.clone();
        let state = self.state().clone();
        let now = services.platform.now();
        let session = Session::new(self.key.clone(), state, [], 0, now);
        let id = services.platform.new_id().into();
        let scope = Scope::new(session, id, None, RunConfig::new(), services);
        ReadonlyContext {
            scope: Arc::new(scope),
            agent: Arc::from(&*self.served.server.name),
            branch: None,
        }
    }

    /// Takes up what a call wrote.
    pub(super) fn keep(&self, actions: &EventActions) {
        let written = actions.state_delta().iter();
        let lasting = written.filter(|(key, _)| !key.starts_with(TEMPORARY));
        let lasting = lasting.map(|(key, value)| (key.to_owned(), value.clone()));
        self.state().extend(lasting);
    }

    /// The tools that a host may call now.
    async fn tools(&self) -> Result<Vec<Arc<dyn Tool>>> {
        let ctx = self.context();
        let mut tools = Vec::new();
        for group in self.served.server.tools.groups() {
            tools.extend(group.tools(&ctx).await?);
        }
        tools.retain(|tool| tool.is_declared());
        Ok(tools)
    }

    async fn listed(&self) -> Result<ListToolsResult, ErrorData> {
        let tools = self.tools().await.map_err(|error| unlisted(&error))?;
        let listed = tools.iter().map(|tool| described(&**tool)).collect();
        Ok(ListToolsResult::with_all_items(listed))
    }

    async fn called(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let server = &self.served.server;
        let known = server.tools.get(&request.name).cloned();
        let tool = match known {
            None if !server.tools.is_fixed() => {
                let mut tools = self
                    .tools()
                    .await
                    .map_err(|error| unlisted(&error))?
                    .into_iter();
                tools.find(|tool| tool.name() == request.name)
            }
            known => known,
        };
        let Some(tool) = tool.filter(|tool| tool.is_declared()) else {
            let text = format!("there is no tool `{}`", request.name);
            return Err(ErrorData::invalid_params(text, None));
        };
        Ok(self.call(tool, request.arguments, context).await.into())
    }

    fn state(&self) -> MutexGuard<'_, BTreeMap<String, Value>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ServerHandler for Connection {
    fn get_info(&self) -> ServerConfig {
        let server = &self.served.server;
        let tools = ServerCapabilities::builder().enable_tools().build();
        let program = Implementation::new(&*server.name, &*server.version);
        let config = ServerConfig::new(tools).with_server_info(program);
        match &server.instructions {
            Some(text) => config.with_instructions(&**text),
            None => config,
        }
    }

    fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<ListToolsResult, ErrorData>> + Send + '_ {
        let listing: BoxFuture<'_, _> = self.listed().boxed();
        listing
    }

    fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<CallToolResponse, ErrorData>> + Send + '_ {
        let calling: BoxFuture<'_, _> = self.called(request, context).boxed();
        calling
    }
}

fn unlisted(error: &Error) -> ErrorData {
    tracing::warn!(error = ?error, "the tools of an MCP server cannot be listed");
    ErrorData::internal_error("the tools cannot be listed", None)
}

/// A tool as hosts are told of it.
fn described(tool: &dyn Tool) -> rmcp::model::Tool {
    let declaration = tool.declaration();
    let (name, description) = (tool.name().to_owned(), tool.description().to_owned());
    let input = schema(declaration.parameters());
    let told = rmcp::model::Tool::new(name, description, input);
    let told = match declaration.response().map(schema) {
        // The protocol knows structured results that are objects alone.
        Some(output) if output.get("type").is_some_and(|kind| kind == "object") => {
            told.with_raw_output_schema(output.into())
        }
        _ => told,
    };
    let hints = tool.hints();
    let mut said = ToolAnnotations::new();
    if hints.is_read_only() {
        said = said.read_only(true);
    } else if hints.is_destructive() {
        said = said.destructive(true);
    }
    if hints.is_idempotent() {
        said = said.idempotent(true);
    }
    if said == ToolAnnotations::new() {
        return told;
    }
    told.with_annotations(said)
}

fn schema(schema: &Schema) -> JsonObject {
    schema.as_json().decode().unwrap_or_default()
}
