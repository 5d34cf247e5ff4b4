//! A plugin that logs a run through `tracing`: names and ids, and what was said only on request.

use std::fmt;
use std::sync::Arc;

use futures_core::future::BoxFuture;
use futures_util::future::ready;
use serde::Serialize;
use tracing::field::{DisplayValue, display};

use super::{
    AfterAgent, AfterModel, AfterTool, BeforeAgent, BeforeModel, BeforeRun, BeforeTool, OnEvent,
    OnModelError, OnToolError, OnUserMessage, Plugin,
};
use crate::content::{Content, Json};
use crate::context::{CallbackContext, Held, ToolContext};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::model::{FinishReason, LlmRequest, LlmResponse, UsageMetadata};
use crate::tool::{Tool, ToolError};

/// The longest payload in a log, in bytes.
const MAX_PAYLOAD_BYTES: usize = 4096;

/// Logs each hook of a run through [`tracing`](https://docs.rs/tracing): what happens at
/// `INFO`, failures at `WARN`, pieces of an answer at `DEBUG`.
///
/// A line holds names, ids and counts. What users, models and tools say, errors included, is
/// logged only [with payloads](Self::with_payloads). The plugin changes nothing. Added first, it
/// sees what came; added last, what the other plugins made of it.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// use adk::plugin::LoggingPlugin;
/// use adk::testing::ScriptedModel;
/// use adk::{LlmAgent, Runner};
///
/// let agent = LlmAgent::builder("greeter").model(ScriptedModel::new().text("Hi.")).build()?;
/// let runner = Runner::builder("app", agent).plugin(LoggingPlugin::new()).build()?;
/// runner.run("user-1", "session-1", "Hello").text().await?;
/// # Ok(()) }
/// ```
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct LoggingPlugin {
    payloads: bool,
}

impl LoggingPlugin {
    /// Logs names, ids and counts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Also logs what was said, each as at most 4,096 bytes of JSON: messages, instructions,
    /// events, arguments, results and error texts. Such logs hold whatever users and tools entrust
    /// to the agent; only `temp:` state is left out.
    pub fn with_payloads(mut self) -> Self {
        self.payloads = true;
        self
    }

    fn json(&self, said: &impl Serialize) -> Option<DisplayValue<String>> {
        self.shown(|| serde_json::to_string(said).ok())
    }

    fn fault(&self, error: &impl fmt::Debug) -> Option<DisplayValue<String>> {
        self.shown(|| Some(format!("{error:?}")))
    }

    fn shown(&self, said: impl FnOnce() -> Option<String>) -> Option<DisplayValue<String>> {
        let text = self.payloads.then(said)??;
        if text.len() <= MAX_PAYLOAD_BYTES {
            return Some(display(text));
        }
        let cut = text.floor_char_boundary(MAX_PAYLOAD_BYTES);
        Some(display(format!("{}… ({} bytes)", &text[..cut], text.len())))
    }
}

/// Writes one line of a run, under its id and the agent's name.
macro_rules! log {
    ($level:ident, $ctx:ident, $text:literal $(, $($field:tt)+)?) => {
        tracing::$level!(
            invocation_id = $ctx.invocation_id(),
            agent = $ctx.agent_name(),
            $($($field)+,)?
            $text
        )
    };
}

fn go_on<'a, T: Send + 'a>(verdict: T) -> BoxFuture<'a, Result<T>> {
    Box::pin(ready(Ok(verdict)))
}

impl Plugin for LoggingPlugin {
    fn name(&self) -> &'static str {
        "logging"
    }

    fn on_user_message<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        message: Content,
    ) -> BoxFuture<'a, Result<OnUserMessage>> {
        let (app, user, session) = (ctx.app_name(), ctx.user_id(), ctx.session_id());
        let (parts, payload) = (message.parts().len(), self.json(&message));
        log!(
            info,
            ctx,
            "a message of the user",
            app,
            user,
            session,
            parts,
            payload
        );
        go_on(OnUserMessage::Proceed)
    }

    fn before_run<'a>(&'a self, ctx: &'a CallbackContext) -> BoxFuture<'a, Result<BeforeRun>> {
        log!(info, ctx, "a run starts");
        go_on(BeforeRun::Proceed)
    }

    fn on_event<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        event: Event,
    ) -> BoxFuture<'a, Result<OnEvent>> {
        let (id, author) = (event.id(), event.author());
        if event.is_partial() {
            log!(debug, ctx, "a piece of an event", id, author);
        } else {
            let is_final = event.is_final_response();
            let payload = self.shown(|| serde_json::to_string(&event.without_temp_state()).ok());
            log!(info, ctx, "an event", id, author, is_final, payload);
        }
        go_on(OnEvent::Proceed)
    }

    fn after_run<'a>(&'a self, ctx: &'a CallbackContext) -> BoxFuture<'a, Result<()>> {
        log!(info, ctx, "a run is over");
        go_on(())
    }

    fn before_agent<'a>(&'a self, ctx: &'a CallbackContext) -> BoxFuture<'a, Result<BeforeAgent>> {
        log!(info, ctx, "an agent starts", branch = ctx.branch());
        go_on(BeforeAgent::Proceed)
    }

    fn after_agent<'a>(&'a self, ctx: &'a CallbackContext) -> BoxFuture<'a, Result<AfterAgent>> {
        log!(info, ctx, "an agent is done");
        go_on(AfterAgent::Proceed)
    }

    fn before_model<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        request: LlmRequest,
    ) -> BoxFuture<'a, Result<BeforeModel>> {
        let (contents, tools) = (request.contents().len(), request.declarations().len());
        let payload = self.json(&request.system_instruction());
        log!(info, ctx, "a model is asked", contents, tools, payload);
        go_on(BeforeModel::Proceed(request))
    }

    fn after_model<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        response: LlmResponse,
    ) -> BoxFuture<'a, Result<AfterModel>> {
        if !response.is_partial() {
            let version = response.model_version();
            let tokens = response.usage().map(UsageMetadata::total_token_count);
            let finish_reason = response.finish_reason().map(FinishReason::as_str);
            let error_code = response.error_code();
            log!(
                info,
                ctx,
                "a model answered",
                version,
                tokens,
                finish_reason,
                error_code
            );
        }
        go_on(AfterModel::Proceed)
    }

    fn on_model_error<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        error: &'a Error,
    ) -> BoxFuture<'a, Result<OnModelError>> {
        let (kind, payload) = (error.kind(), self.fault(error));
        log!(warn, ctx, "a model failed", ?kind, payload);
        go_on(OnModelError::Proceed)
    }

    fn before_tool<'a>(
        &'a self,
        ctx: &'a ToolContext,
        tool: &'a Arc<dyn Tool>,
        args: Json,
    ) -> BoxFuture<'a, Result<BeforeTool>> {
        let (tool, call, payload) = (tool.name(), ctx.function_call_id(), self.json(&args));
        log!(info, ctx, "a tool is called", tool, call, payload);
        go_on(BeforeTool::Proceed(args))
    }

    fn after_tool<'a>(
        &'a self,
        ctx: &'a ToolContext,
        tool: &'a Arc<dyn Tool>,
        _: &'a Json,
        result: Json,
    ) -> BoxFuture<'a, Result<AfterTool>> {
        let (tool, call) = (tool.name(), ctx.function_call_id());
        let (bytes, payload) = (result.as_str().len(), self.json(&result));
        log!(info, ctx, "a tool answered", tool, call, bytes, payload);
        go_on(AfterTool::Proceed)
    }

    fn on_tool_error<'a>(
        &'a self,
        ctx: &'a ToolContext,
        tool: &'a Arc<dyn Tool>,
        _: &'a Json,
        error: &'a ToolError,
    ) -> BoxFuture<'a, Result<OnToolError>> {
        let (tool, call) = (tool.name(), ctx.function_call_id());
        let payload = self.fault(error);
        match ctx.held() {
            Some(Held::Waits) => log!(info, ctx, "a call waits for a person", tool, call),
            Some(Held::Refused) => log!(info, ctx, "a call was refused by a person", tool, call),
            None => log!(warn, ctx, "a tool failed", tool, call, payload),
        }
        go_on(OnToolError::Proceed)
    }
}
