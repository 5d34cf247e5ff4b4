//! One tool of a server, as agents have it.

use std::fmt;
use std::sync::Arc;

use futures_core::future::BoxFuture;
use rmcp::model::{CallToolRequestParams, JsonObject};

use super::call::Failure;
use super::pins::Print;
use super::{Server, arguments, convert, result};
use crate::content::{FunctionDeclaration, Json};
use crate::context::ToolContext;
use crate::tool::{Hints, Tool, ToolError};

/// What a server lists, converted once.
pub(super) struct McpTool {
    /// The name that the server gives it; the model has that of the declaration.
    wire_name: Box<str>,
    pub(super) print: Arc<Print>,
    declaration: Arc<FunctionDeclaration>,
    schema: Arc<JsonObject>,
    hints: Hints,
}

impl McpTool {
    pub(super) fn new(tool: rmcp::model::Tool, server: &str) -> Self {
        Self {
            print: Arc::new(Print::of(&tool)),
            declaration: Arc::new(convert::declaration(&tool, server)),
            hints: convert::hints(tool.annotations.as_ref()),
            schema: tool.input_schema,
            wire_name: tool.name.into(),
        }
    }

    /// The name by which the model calls it, and by which the program speaks of it.
    pub(super) fn name(&self) -> &str {
        self.declaration.name()
    }
}

/// A server's tool, and the way to the server.
pub(super) struct Callable {
    pub(super) tool: Arc<McpTool>,
    pub(super) server: Arc<Server>,
}

impl Callable {
    async fn call(&self, ctx: &ToolContext, args: &Json) -> Result<Json, ToolError> {
        let name = self.name();
        let arguments = self.arguments(args)?;
        let params = CallToolRequestParams::new(String::from(&*self.tool.wire_name));
        let params = params.with_arguments(arguments);
        let failure = match self.server.call(params.clone(), ctx).await? {
            Ok(answer) => return result::read(name, ctx, answer).await,
            Err(failure) => failure,
        };
        if !self.may_repeat(&failure) {
            return Err(self.told(failure));
        }
        tracing::debug!(tool = name, "a call is made again on a new connection");
        match self.server.call(params, ctx).await? {
            Ok(answer) => result::read(name, ctx, answer).await,
            Err(failure) => Err(self.told(failure)),
        }
    }

    fn arguments(&self, args: &Json) -> Result<JsonObject, ToolError> {
        // What is wrong in detail may quote the arguments, which no log is told of.
        args.decode().map_err(|_| {
            ToolError::told(format!(
                "the arguments of `{}` have to be a JSON object",
                self.name()
            ))
        })
    }

    /// Whether a call that failed with its connection may be made once more.
    fn may_repeat(&self, failure: &Failure) -> bool {
        match failure {
            Failure::NotSent(_) => true,
            Failure::Broken(_) => self.tool.hints.is_idempotent(),
            _ => false,
        }
    }

    /// What the model reads of a failure; the operator finds the cause.
    fn told(&self, failure: Failure) -> ToolError {
        let (tool, settings) = (self.name(), &self.server.settings);
        let server = &settings.name;
        match failure {
            Failure::Refused(rmcp::ServiceError::McpError(said)) => {
                ToolError::model(format!("Tool execution failed. Details: {}", said.message))
            }
            Failure::Refused(error) => {
                let text = format!(
                    "MCP server `{server}` answered the call of `{tool}` with what is no result"
                );
                ToolError::model(text).with_cause(error)
            }
            Failure::NotSent(error) => {
                let text =
                    format!("MCP server `{server}` cannot be reached; `{tool}` was not called");
                ToolError::model(text).with_cause(error)
            }
            Failure::Broken(error) => {
                let text = format!(
                    "the connection to MCP server `{server}` broke during the call of `{tool}`; \
                     whether it was carried out is not known"
                );
                ToolError::model(text).with_cause(error)
            }
            Failure::Answered(status, error) => {
                let doubt = if status.is_server_error() {
                    "; whether it was carried out is not known"
                } else {
                    ""
                };
                let text = format!(
                    "MCP server `{server}` answered the call of `{tool}` with {status}{doubt}"
                );
                ToolError::model(text).with_cause(error)
            }
            Failure::TooLarge => ToolError::told(format!(
                "tool `{tool}` returned more than {} bytes, the most that is taken from MCP server \
                 `{server}`. Ask it for less, for example a part or a summary",
                settings.max_message_bytes
            )),
            Failure::OutOfTime => ToolError::told(format!(
                "tool `{tool}` was stopped: MCP server `{server}` did not answer within {:?}",
                settings.call_timeout
            )),
        }
    }
}

impl Tool for Callable {
    fn declaration(&self) -> &Arc<FunctionDeclaration> {
        &self.tool.declaration
    }

    fn hints(&self) -> Hints {
        self.tool.hints
    }

    fn check(&self, args: &Json) -> Result<(), ToolError> {
        let arguments = self.arguments(args)?;
        match arguments::fault(&self.tool.schema, &arguments) {
            Some(fault) => Err(ToolError::model(format!(
                "the call does not fit the schema of the tool: {fault}"
            ))),
            None => Ok(()),
        }
    }

    fn run<'a>(
        &'a self,
        ctx: &'a ToolContext,
        args: &'a Json,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        Box::pin(self.call(ctx, args))
    }
}

impl fmt::Debug for Callable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpTool")
            .field("name", &self.tool.name())
            .field("server", &self.server.settings.name)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for McpTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpTool")
            .field("name", &self.name())
            .finish_non_exhaustive()
    }
}
