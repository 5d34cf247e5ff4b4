//! Asks the runner's plugins, then the agent's callbacks: one loop per hook, the first
//! answer stands. A panic in one is an error that names it.

use std::sync::Arc;

use super::{
    AfterAgent, AfterModel, AfterTool, BeforeAgent, BeforeModel, BeforeRun, BeforeTool, Callbacks,
    OnEvent, OnModelError, OnToolError, OnUserMessage, Plugin,
};
use crate::content::{Content, Json};
use crate::context::{CallbackContext, ToolContext};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::model::{LlmRequest, LlmResponse};
use crate::panic::guarded;
use crate::tool::{Tool, ToolError};

/// Who is asked at a hook, in order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Chain {
    plugins: Arc<[Arc<dyn Plugin>]>,
    callbacks: Option<Arc<Callbacks>>,
}

/// Asks one at a hook. The hook is called inside of the guarded future: it may panic before it
/// gives one of its own.
macro_rules! ask {
    ($plugin:ident.$hook:ident($ctx:ident $(, $arg:expr)*)) => {
        guarded(
            || panicked($plugin, stringify!($hook), $ctx.agent_name()),
            async { $plugin.$hook($ctx $(, $arg)*).await },
        )
    };
}

fn panicked(plugin: &dyn Plugin, hook: &str, agent: &str) -> String {
    format!(
        "hook `{hook}` of `{}`, at agent `{agent}`, panicked",
        plugin.name()
    )
}

/// Asks one after the other; `$answer => $result` ends the round.
macro_rules! first {
    ($chain:ident, $hook:ident($ctx:ident $(, $arg:expr)*), $($answer:pat => $result:expr),+) => {
        for plugin in $chain.members() {
            match ask!(plugin.$hook($ctx $(, $arg)*)).await? {
                $($answer => return Ok(Some($result)),)+
                _ => {}
            }
        }
    };
}

impl Chain {
    pub(crate) fn new(plugins: Arc<[Arc<dyn Plugin>]>) -> Self {
        Self {
            plugins,
            callbacks: None,
        }
    }

    /// The same plugins before another agent's callbacks.
    pub(crate) fn for_agent(&self, callbacks: Option<Arc<Callbacks>>) -> Self {
        Self {
            plugins: Arc::clone(&self.plugins),
            callbacks,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.plugins.is_empty() && self.callbacks.is_none()
    }

    fn members(&self) -> impl Iterator<Item = &dyn Plugin> {
        let callbacks = self.callbacks.as_deref().map(|own| own as &dyn Plugin);
        self.plugins.iter().map(|plugin| &**plugin).chain(callbacks)
    }

    pub(crate) async fn on_user_message(
        &self,
        ctx: &CallbackContext,
        message: &Content,
    ) -> Result<Option<Content>> {
        first!(self, on_user_message(ctx, message.clone()), OnUserMessage::Replace(new) => new);
        Ok(None)
    }

    pub(crate) async fn before_run(&self, ctx: &CallbackContext) -> Result<Option<Content>> {
        first!(self, before_run(ctx), BeforeRun::Respond(content) => content);
        Ok(None)
    }

    pub(crate) async fn on_event(
        &self,
        ctx: &CallbackContext,
        event: &Event,
    ) -> Result<Option<Event>> {
        first!(self, on_event(ctx, event.clone()), OnEvent::Replace(new) => new);
        Ok(None)
    }

    /// All are told, also after one has failed; the first failure is returned.
    pub(crate) async fn after_run(&self, ctx: &CallbackContext) -> Result<()> {
        let mut outcome = Ok(());
        for plugin in self.members() {
            let told = ask!(plugin.after_run(ctx)).await;
            outcome = outcome.and(told);
        }
        outcome
    }

    pub(crate) async fn before_agent(&self, ctx: &CallbackContext) -> Result<Option<Content>> {
        first!(self, before_agent(ctx), BeforeAgent::Respond(content) => content);
        Ok(None)
    }

    pub(crate) async fn after_agent(&self, ctx: &CallbackContext) -> Result<Option<Content>> {
        first!(self, after_agent(ctx), AfterAgent::Respond(content) => content);
        Ok(None)
    }

    /// The request as the hooks left it, or the response that stands for the model's.
    pub(crate) async fn before_model(
        &self,
        ctx: &CallbackContext,
        mut request: LlmRequest,
    ) -> Result<BeforeModel> {
        for plugin in self.members() {
            match ask!(plugin.before_model(ctx, request)).await? {
                BeforeModel::Proceed(next) => request = next,
                respond @ BeforeModel::Respond(_) => return Ok(respond),
            }
        }
        Ok(BeforeModel::Proceed(request))
    }

    pub(crate) async fn after_model(
        &self,
        ctx: &CallbackContext,
        response: &LlmResponse,
    ) -> Result<Option<LlmResponse>> {
        first!(self, after_model(ctx, response.clone()), AfterModel::Replace(new) => new);
        Ok(None)
    }

    pub(crate) async fn on_model_error(
        &self,
        ctx: &CallbackContext,
        error: &Error,
    ) -> Result<Option<LlmResponse>> {
        first!(self, on_model_error(ctx, error), OnModelError::Respond(response) => response);
        Ok(None)
    }

    /// The arguments as the hooks left them, or the result that stands for the tool's.
    pub(crate) async fn before_tool(
        &self,
        ctx: &ToolContext,
        tool: &Arc<dyn Tool>,
        mut args: Json,
    ) -> Result<BeforeTool> {
        for plugin in self.members() {
            match ask!(plugin.before_tool(ctx, tool, args)).await? {
                BeforeTool::Proceed(next) => args = next,
                respond @ BeforeTool::Respond(_) => return Ok(respond),
            }
        }
        Ok(BeforeTool::Proceed(args))
    }

    pub(crate) async fn after_tool(
        &self,
        ctx: &ToolContext,
        tool: &Arc<dyn Tool>,
        args: &Json,
        result: &Json,
    ) -> Result<Option<Json>> {
        first!(self, after_tool(ctx, tool, args, result.clone()), AfterTool::Replace(new) => new);
        Ok(None)
    }

    pub(crate) async fn on_tool_error(
        &self,
        ctx: &ToolContext,
        tool: &Arc<dyn Tool>,
        args: &Json,
        error: &ToolError,
    ) -> Result<Option<Json>> {
        first!(self, on_tool_error(ctx, tool, args, error), OnToolError::Respond(result) => result);
        Ok(None)
    }
}
