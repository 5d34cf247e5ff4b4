//! An agent's closures as one plugin. Each hook may have several; they are asked in
//! the order in which they were added, and the first answer stands.

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use futures_core::future::BoxFuture;

use super::{
    AfterAgent, AfterModel, AfterTool, BeforeAgent, BeforeModel, BeforeTool, OnModelError,
    OnToolError, Plugin,
};
use crate::content::Json;
use crate::context::{CallbackContext, ToolContext};
use crate::error::{Error, Result};
use crate::model::{LlmRequest, LlmResponse};
use crate::tool::{Tool, ToolError};

/// One hook's closures; what they take comes as one tuple.
type Hooks<Args, Answer> =
    Vec<Box<dyn Fn(Args) -> BoxFuture<'static, Result<Answer>> + Send + Sync>>;
type Called = (ToolContext, Arc<dyn Tool>, Json);

/// The callbacks of one agent. The builder of an [`LlmAgent`](crate::LlmAgent) collects
/// them; an [`Agent`](crate::Agent) of another kind returns its own.
///
/// Each hook may have several; they are asked in the order in which they were added, and
/// the first answer other than "proceed" stands.
///
/// ```
/// use std::sync::Arc;
/// use adk::plugin::{BeforeAgent, Callbacks};
/// use adk::{Agent, Content, EventStream, InvocationContext, Runner};
///
/// /// Tells the time without a model.
/// #[derive(Debug)]
/// struct Clock(Arc<Callbacks>);
///
/// impl Agent for Clock {
///     fn name(&self) -> &str {
///         "clock"
///     }
///
///     fn description(&self) -> &str {
///         "Tells the time."
///     }
///
///     fn callbacks(&self) -> Option<Arc<Callbacks>> {
///         Some(Arc::clone(&self.0))
///     }
///
///     fn run(&self, ctx: InvocationContext) -> EventStream {
///         let said = ctx.event().content(Content::model("It is noon.")).build();
///         Box::pin(futures::stream::iter([Ok(said)]))
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// let callbacks = Callbacks::new().before_agent(|_ctx| async {
///     Ok(BeforeAgent::Respond(Content::model("Not now.")))
/// });
/// let runner = Runner::builder("clock_app", Clock(Arc::new(callbacks))).build()?;
/// let answer = runner.run("user-1", "session-1", "What time is it?").text().await?;
/// assert_eq!(answer, "Not now.");
/// # Ok(()) }
/// ```
#[derive(Default)]
#[must_use]
pub struct Callbacks {
    before_agent: Hooks<CallbackContext, BeforeAgent>,
    after_agent: Hooks<CallbackContext, AfterAgent>,
    before_model: Hooks<(CallbackContext, LlmRequest), BeforeModel>,
    after_model: Hooks<(CallbackContext, LlmResponse), AfterModel>,
    on_model_error: Hooks<(CallbackContext, Error), OnModelError>,
    before_tool: Hooks<Called, BeforeTool>,
    after_tool: Hooks<(Called, Json), AfterTool>,
    on_tool_error: Hooks<(Called, ToolError), OnToolError>,
}

/// Writes the methods that add a closure to a hook; `$args` is the hook's tuple.
macro_rules! adders {
    ($($(#[$doc:meta])* $name:ident($($of:ty),*) -> $answer:ty = $args:pat => ($($arg:expr),*);)*) => {$(
        $(#[$doc])*
        pub fn $name<F, A>(mut self, hook: F) -> Self
        where
            F: Fn($($of),*) -> A + Send + Sync + 'static,
            A: Future<Output = Result<$answer>> + Send + 'static,
        {
            self.$name.push(Box::new(move |$args| Box::pin(hook($($arg),*))));
            self
        }
    )*};
}

impl Callbacks {
    /// No callbacks.
    pub fn new() -> Self {
        Self::default()
    }

    adders! {
        /// Before the agent runs.
        before_agent(CallbackContext) -> BeforeAgent = ctx => (ctx);
        /// After the agent ran.
        after_agent(CallbackContext) -> AfterAgent = ctx => (ctx);
        /// Before the model is called.
        before_model(CallbackContext, LlmRequest) -> BeforeModel = (ctx, request) => (ctx, request);
        /// After the model answered, wholly or in part.
        after_model(CallbackContext, LlmResponse) -> AfterModel = (ctx, response) => (ctx, response);
        /// After the model failed.
        on_model_error(CallbackContext, Error) -> OnModelError = (ctx, error) => (ctx, error);
        /// Before a tool is called, with its arguments.
        before_tool(ToolContext, Arc<dyn Tool>, Json) -> BeforeTool = (ctx, tool, args) => (ctx, tool, args);
        /// After a tool answered, with its arguments and its result.
        after_tool(ToolContext, Arc<dyn Tool>, Json, Json) -> AfterTool =
            ((ctx, tool, args), result) => (ctx, tool, args, result);
        /// After a tool failed, with its arguments and the error.
        on_tool_error(ToolContext, Arc<dyn Tool>, Json, ToolError) -> OnToolError =
            ((ctx, tool, args), error) => (ctx, tool, args, error);
    }
}

/// Asks the closures of a hook until one does not merely proceed.
macro_rules! ask {
    ($hooks:expr, $args:expr, $proceed:path) => {
        Box::pin(async move {
            for hook in &$hooks {
                match hook($args).await? {
                    $proceed => {}
                    answer => return Ok(answer),
                }
            }
            Ok($proceed)
        })
    };
    // What a closure lets pass is what the next one is asked about.
    ($hooks:expr, $ctx:ident, $value:ident, $args:expr, $proceed:path) => {
        Box::pin(async move {
            let mut $value = $value;
            for hook in &$hooks {
                match hook($args).await? {
                    $proceed(next) => $value = next,
                    answer => return Ok(answer),
                }
            }
            Ok($proceed($value))
        })
    };
}

impl Plugin for Callbacks {
    fn name(&self) -> &'static str {
        "callbacks"
    }

    fn before_agent<'a>(&'a self, ctx: &'a CallbackContext) -> BoxFuture<'a, Result<BeforeAgent>> {
        ask!(self.before_agent, ctx.clone(), BeforeAgent::Proceed)
    }

    fn after_agent<'a>(&'a self, ctx: &'a CallbackContext) -> BoxFuture<'a, Result<AfterAgent>> {
        ask!(self.after_agent, ctx.clone(), AfterAgent::Proceed)
    }

    fn before_model<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        request: LlmRequest,
    ) -> BoxFuture<'a, Result<BeforeModel>> {
        ask!(
            self.before_model,
            ctx,
            request,
            (ctx.clone(), request),
            BeforeModel::Proceed
        )
    }

    fn after_model<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        response: LlmResponse,
    ) -> BoxFuture<'a, Result<AfterModel>> {
        ask!(
            self.after_model,
            (ctx.clone(), response.clone()),
            AfterModel::Proceed
        )
    }

    fn on_model_error<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        error: &'a Error,
    ) -> BoxFuture<'a, Result<OnModelError>> {
        ask!(
            self.on_model_error,
            (ctx.clone(), error.clone()),
            OnModelError::Proceed
        )
    }

    fn before_tool<'a>(
        &'a self,
        ctx: &'a ToolContext,
        tool: &'a Arc<dyn Tool>,
        args: Json,
    ) -> BoxFuture<'a, Result<BeforeTool>> {
        ask!(
            self.before_tool,
            ctx,
            args,
            (ctx.clone(), Arc::clone(tool), args),
            BeforeTool::Proceed
        )
    }

    fn after_tool<'a>(
        &'a self,
        ctx: &'a ToolContext,
        tool: &'a Arc<dyn Tool>,
        args: &'a Json,
        result: Json,
    ) -> BoxFuture<'a, Result<AfterTool>> {
        let called = move || (ctx.clone(), Arc::clone(tool), args.clone());
        ask!(
            self.after_tool,
            (called(), result.clone()),
            AfterTool::Proceed
        )
    }

    fn on_tool_error<'a>(
        &'a self,
        ctx: &'a ToolContext,
        tool: &'a Arc<dyn Tool>,
        args: &'a Json,
        error: &'a ToolError,
    ) -> BoxFuture<'a, Result<OnToolError>> {
        let called = move || (ctx.clone(), Arc::clone(tool), args.clone());
        ask!(
            self.on_tool_error,
            (called(), error.clone()),
            OnToolError::Proceed
        )
    }
}

impl fmt::Debug for Callbacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Callbacks")
            .field("before_agent", &self.before_agent.len())
            .field("after_agent", &self.after_agent.len())
            .field("before_model", &self.before_model.len())
            .field("after_model", &self.after_model.len())
            .field("on_model_error", &self.on_model_error.len())
            .field("before_tool", &self.before_tool.len())
            .field("after_tool", &self.after_tool.len())
            .field("on_tool_error", &self.on_tool_error.len())
            .finish()
    }
}
