//! What a model can call: the trait [`Tool`] and what implements it, and [`Toolset`]s of them.

pub(crate) mod args;
pub mod builtin;
pub(crate) mod entry;
mod error;
#[cfg(any(feature = "mcp", feature = "openapi"))]
mod file;
pub(crate) mod function;
mod gemini;
mod hints;
mod inject;
pub(crate) mod lend;
pub(crate) mod made;
#[cfg(feature = "mcp")]
pub mod mcp;
#[cfg(feature = "openapi")]
pub mod openapi;
pub(crate) mod output;
pub(crate) mod rules;
#[cfg(feature = "skills")]
pub mod skill;
mod task;
pub(crate) mod toolset;

pub(crate) use rules::{SET_MODEL_RESPONSE, TRANSFER_TO_AGENT};

pub use args::Argument;
pub use error::ToolError;
pub use function::FunctionTool;
pub use gemini::GeminiTool;
pub(crate) use gemini::mixing_fault;
pub use hints::Hints;
pub use inject::FromToolContext;
pub(crate) use task::{Task, run_as_task};
pub use toolset::{
    AllowedTools, IntoToolset, StaticToolset, ToolFilter, ToolList, Toolset, ToolsetExt,
};

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use futures_core::future::BoxFuture;

use crate::content::{FunctionDeclaration, Json};
use crate::context::{CallbackContext, Need, ToolContext};
use crate::error::Result;
use crate::graph::Graph;
use crate::model::LlmRequest;
use crate::panic::own_text;

/// A tool.
///
/// `#[tool]` on an async fn makes one; implement the trait for what no function can be.
///
/// ```
/// use std::sync::Arc;
/// use adk::content::{FunctionDeclaration, Schema};
/// use adk::{Json, Tool, ToolContext, ToolError};
/// use futures::future::BoxFuture;
///
/// #[derive(Debug)]
/// struct Dice(Arc<FunctionDeclaration>);
///
/// impl Tool for Dice {
///     fn declaration(&self) -> &Arc<FunctionDeclaration> {
///         &self.0
///     }
///
///     fn run<'a>(&'a self, _: &'a ToolContext, _: &'a Json) -> BoxFuture<'a, Result<Json, ToolError>> {
///         Box::pin(async { Ok(Json::new(&4)?) })
///     }
/// }
///
/// let dice = Dice(Arc::new(FunctionDeclaration::new("roll", "Rolls a die.", Schema::empty_object())));
/// assert_eq!(dice.name(), "roll");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    note = "put `#[tool]` on an async fn `f` and pass `f::tool()`, or implement `adk::Tool`",
    note = "a toolset goes to `.toolset(…)`"
)]
pub trait Tool: fmt::Debug + Send + Sync {
    /// What the model is told: name, purpose, arguments. The same one at every call.
    fn declaration(&self) -> &Arc<FunctionDeclaration>;

    /// Runs one call. `args` is what the model sent, not yet checked. A result that is
    /// not an object reaches the model as `{"result": …}`; the `null` of a tool that
    /// [is long-running](Self::is_long_running) is no answer yet.
    ///
    /// # Errors
    /// What the model reads of the failure.
    fn run<'a>(
        &'a self,
        ctx: &'a ToolContext,
        args: &'a Json,
    ) -> BoxFuture<'a, Result<Json, ToolError>>;

    /// Whether the arguments of a call fit, without the call. Asked before a person is asked to
    /// approve of the call, so that nobody approves of one that cannot be made. A tool that
    /// cannot tell says that they do.
    ///
    /// # Errors
    /// What the model reads of arguments that do not fit.
    fn check(&self, _args: &Json) -> Result<(), ToolError> {
        Ok(())
    }

    /// Changes each request of an agent that has the tool, after all processors; `None` for a tool
    /// that leaves requests alone.
    ///
    /// It has the time of a call, [`RunConfig::tool_timeout`](crate::RunConfig::tool_timeout).
    ///
    /// # Errors
    /// An error ends the run.
    fn process_request<'a>(
        &'a self,
        _ctx: &'a CallbackContext,
        _request: &'a mut LlmRequest,
    ) -> Option<BoxFuture<'a, Result<()>>> {
        None
    }

    /// Whether the model is sent the tool's [declaration](Self::declaration) and may call it. A
    /// tool that runs elsewhere, such as a [`GeminiTool`], is not: it changes the request in
    /// [`process_request`](Self::process_request), and a call of its name is one of an unknown
    /// tool.
    fn is_declared(&self) -> bool {
        true
    }

    /// Whether the model's own server runs it, as a [`GeminiTool`]: such tools do not stand beside
    /// everything.
    fn is_of_server(&self) -> bool {
        false
    }

    /// Whether the work goes on after the call, and its result comes later. The declaration has
    /// to tell the model so, as that of [`FunctionTool::long_running`] does.
    fn is_long_running(&self) -> bool {
        false
    }

    /// The values that the application has to give the runner for this tool.
    fn needs(&self) -> &[Need] {
        &[]
    }

    /// What a call does to the world.
    fn hints(&self) -> Hints {
        Hints::new()
    }

    /// What works inside the tool, to be drawn in its place; `None` for a tool without agents.
    fn graph(&self) -> Option<Graph> {
        None
    }

    /// The name that the model calls.
    fn name(&self) -> &str {
        self.declaration().name()
    }

    /// What the model is told that the tool is for.
    fn description(&self) -> &str {
        self.declaration().description()
    }
}

/// Ends a call that has reached a time limit, and says which one.
pub(crate) fn out_of_time(
    ctx: &ToolContext,
    tool: &str,
    limit: Duration,
    which: &str,
) -> ToolError {
    ctx.cancellation().cancel();
    ToolError::told(format!(
        "tool `{tool}` was stopped: it took longer than {limit:?}, {which}"
    ))
}

/// What the model reads of a result of that size.
pub(crate) fn too_large(tool: &str, size: usize, limit: usize) -> ToolError {
    ToolError::model(format!(
        "tool `{tool}` returned {size} bytes; the limit is {limit}. Ask it for less, for example a \
         part or a summary"
    ))
}

/// What the model reads of a call that waits for a person, in ADK's words.
pub(crate) fn unconfirmed(tool: &str) -> ToolError {
    ToolError::model(format!(
        "error tool {tool:?} requires confirmation, please approve or reject"
    ))
}

/// What the model reads of a call that a person refused, in ADK's words.
pub(crate) fn rejected(tool: &str) -> ToolError {
    ToolError::model(format!("error tool {tool:?} call is rejected"))
}

/// What the model reads of a panic, with the panic's own text.
pub(crate) fn panic_text(tool: &str, payload: Box<dyn Any + Send>) -> String {
    format!("tool `{tool}` panicked: {}", own_text(payload))
}
