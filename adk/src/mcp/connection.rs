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
use tokio::sync::OwnedSemaphorePermit;
use tokio_util::sync::CancellationToken;

use super::Served;
use super::call::Call;
use crate::artifact::InMemoryArtifactService;
use crate::content::Schema;
use crate::context::{ReadonlyContext, RunConfig, Scope, Services};
use crate::error::{Error, Result};
use crate::event::EventActions;
use crate::memory::InMemoryMemoryService;
use crate::platform::SystemPlatform;
use crate::session::{InMemorySessionService, Session, SessionKey};
use crate::tool::Tool;
use crate::tool::rules::MAX_NAME;
use crate::tool::toolset::list_all;

/// The prefix of state that lasts for one call.
const TEMPORARY: &str = "temp:";

pub(super) struct Connection {
    pub(super) served: Arc<Served>,
    key: SessionKey,
    state: Mutex<BTreeMap<String, Value>>,
    /// Stores of its own: what is in them goes with the connection.
    pub(super) services: Services,
    _place: Option<OwnedSemaphorePermit>,
}

impl Connection {
    /// A connection, with its place among those that there may be.
    pub(super) fn new(served: &Arc<Served>, place: Option<OwnedSemaphorePermit>) -> Self {
        let services = Services {
            sessions: Arc::new(InMemorySessionService::new()),
            artifacts: Arc::new(InMemoryArtifactService::new()),
            memory: Arc::new(InMemoryMemoryService::new()),
            platform: Arc::new(SystemPlatform),
            provided: served.server.provided.clone(),
        };
        Self {
            key: SessionKey::new(&*served.server.name, "mcp", services.platform.new_id()),
            served: Arc::clone(served),
            state: Mutex::default(),
            services,
            _place: place,
        }
    }

    /// The context of one call, over the state as it is now.
    pub(super) fn context(&self, stop: &CancellationToken) -> ReadonlyContext {
        let platform = &self.services.platform;
        let session = Session::new(
            self.key.clone(),
            self.state().clone(),
            [],
            0,
            platform.now(),
        );
        let config = RunConfig::new().tool_timeout(self.served.server.call_timeout);
        let (id, stop) = (platform.new_id().into(), stop.child_token());
        let scope = Scope::new(session, id, stop, config, self.services.clone());
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
        let server = &self.served.server;
        let ctx = self.context(&CancellationToken::new());
        let mut tools = list_all(&server.owner(), &ctx, &server.tools).await?;
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
            let name: String = request.name.chars().take(MAX_NAME).collect();
            let text = format!("there is no tool `{name}`");
            return Err(ErrorData::invalid_params(text, None));
        };
        Ok(self.call(Call::new(tool, request, context)).await)
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
