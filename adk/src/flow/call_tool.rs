//! One tool call: hooks, the tool in a task of its own under a time limit, and the
//! answer in the form that the model reads. Whatever the tool does, there is an answer.

use std::pin::pin;
use std::sync::Arc;

use serde_json::json;
use tracing::Span;

use super::Spec;
use super::unknown_tool::unknown_tool;
use crate::content::{FunctionCall, FunctionResponse, Json};
use crate::context::ToolContext;
use crate::error::Result;
use crate::event::EventActions;
use crate::invocation::InvocationContext;
use crate::plugin::BeforeTool;
use crate::telemetry;
use crate::tool::output::as_object;
use crate::tool::{
    SET_MODEL_RESPONSE, Task, Tool, ToolError, out_of_time, rejected, run_as_task, too_large,
    unconfirmed,
};

/// Whose limit it is that a call reaches.
const RUN_LIMIT: &str = "the run's limit";

/// What a call came to.
pub(super) struct Answer {
    /// None when the tool answers later.
    pub(super) response: Option<FunctionResponse>,
    pub(super) actions: EventActions,
    /// The agent's final answer, where the call gives it.
    pub(super) output: Option<Json>,
}

/// What the model reads of a call: its result, or how it failed.
pub(super) type Called = Result<Json, Json>;

/// A call that is to be made.
pub(super) struct Calling<'a> {
    spec: &'a Arc<Spec>,
    ctx: &'a InvocationContext,
    tool_ctx: ToolContext,
    call: &'a FunctionCall,
    span: Span,
}

impl<'a> Calling<'a> {
    pub(super) fn new(
        spec: &'a Arc<Spec>,
        ctx: &'a InvocationContext,
        tool_ctx: ToolContext,
        call: &'a FunctionCall,
    ) -> Self {
        Self {
            spec,
            ctx,
            span: telemetry::execute_tool(call.name(), tool_ctx.function_call_id()),
            tool_ctx,
            call,
        }
    }

    /// Makes the call within its hooks. An error is a hook's, and ends the run.
    pub(super) async fn make(self) -> Result<Answer> {
        let called = pin!(async {
            if let Some(tool) = self.spec.tool(self.call.name()) {
                return self.in_hooks(tool).await;
            }
            let (tool, error) = unknown_tool(self.spec, self.call.name());
            self.failed(&tool, self.call.args(), &error).await.map(Err)
        });
        let called = telemetry::within(&self.span, called).await?;
        Ok(self.concluded(called))
    }

    /// Starts the call, of which no hook is asked, within that span where nobody listens to its
    /// own; or says why it is not made.
    pub(super) fn start(&self, outer: &Span) -> Result<Task<'a>, ToolError> {
        let Some(tool) = self.spec.tool(self.call.name()) else {
            return Err(unknown_tool(self.spec, self.call.name()).1);
        };
        if self.is_refused() {
            return Err(rejected(tool.name()));
        }
        let span = if self.span.is_disabled() {
            outer
        } else {
            &self.span
        };
        Ok(Task::start(tool, &self.tool_ctx, self.call.args(), span))
    }

    /// The answer to the call, of which no hook is asked.
    pub(super) fn answer(&self, result: Result<Json, ToolError>) -> Answer {
        let called = result.map_err(|error| {
            self.span
                .in_scope(|| error.log(self.call.name(), &self.tool_ctx));
            failure(&error)
        });
        self.concluded(called)
    }

    /// Stops the call.
    pub(super) fn out_of_time(&self) -> ToolError {
        let limit = self.ctx.run_config().tool_timeout;
        out_of_time(&self.tool_ctx, self.call.name(), limit, RUN_LIMIT)
    }

    /// Whether a person refused it, who was not asked by the tool.
    fn is_refused(&self) -> bool {
        let answer = self.tool_ctx.tool_confirmation();
        answer.is_some_and(|answer| !answer.is_by_tool() && !answer.is_confirmed())
    }

    fn concluded(&self, called: Called) -> Answer {
        let (spec, call) = (self.spec, self.call);
        let limit = self.ctx.run_config().max_tool_result_bytes;
        let called = match called {
            Ok(result) => capped(call.name(), result, limit),
            Err(failure) => Err(capped(call.name(), failure, limit).unwrap_or_else(|large| large)),
        };
        let output = match (&called, &spec.output) {
            (Ok(result), Some(output)) if call.name() == SET_MODEL_RESPONSE => {
                output.takes(result).then(|| result.clone())
            }
            _ => None,
        };
        let result = called.unwrap_or_else(|failure| failure);
        let comes_later = result.as_str() == "null" && spec.is_long_running(call.name());
        let mut actions = self.tool_ctx.take_actions();
        actions.set_agent_call(call);
        Answer {
            response: (!comes_later).then(|| FunctionResponse::to(call, as_object(result))),
            actions,
            output,
        }
    }

    async fn in_hooks(&self, tool: &Arc<dyn Tool>) -> Result<Called> {
        let (chain, tool_ctx, sent) = (self.ctx.chain(), &self.tool_ctx, self.call.args());
        if self.is_refused() {
            let failure = self.failed(tool, sent, &rejected(tool.name())).await?;
            return Ok(Err(failure));
        }
        let before = chain.before_tool(tool_ctx, tool, sent.clone()).await?;
        let waits = tool_ctx.changes().mark_asked_by_hook();
        let (args, result) = match before {
            BeforeTool::Proceed(args) if waits => (args, Err(unconfirmed(tool.name()))),
            BeforeTool::Proceed(args) => {
                let limit = self.ctx.run_config().tool_timeout;
                let result = run_as_task(tool, tool_ctx, &args, limit, RUN_LIMIT).await;
                (args, result)
            }
            BeforeTool::Respond(result) => (sent.clone(), Ok(result)),
        };
        let called = match result {
            Ok(result) => Ok(result),
            Err(error) => Err(self.failed(tool, &args, &error).await?),
        };
        let (Ok(read) | Err(read)) = &called;
        let Some(instead) = chain.after_tool(tool_ctx, tool, &args, read).await? else {
            return Ok(called);
        };
        Ok(called.map(|_| instead.clone()).map_err(|_| instead))
    }

    /// What the model reads of a failure: a hook's answer to it, or the error.
    async fn failed(&self, tool: &Arc<dyn Tool>, args: &Json, error: &ToolError) -> Result<Json> {
        error.log(tool.name(), &self.tool_ctx);
        let chain = self.ctx.chain();
        let instead = chain.on_tool_error(&self.tool_ctx, tool, args, error);
        Ok(instead.await?.unwrap_or_else(|| failure(error)))
    }
}

fn failure(error: &ToolError) -> Json {
    Json::from(json!({ "error": error.to_string() }))
}

/// The result, or what the model reads of one that is too large.
pub(super) fn capped(tool: &str, result: Json, limit: usize) -> Called {
    let size = result.as_str().len();
    if size <= limit {
        return Ok(result);
    }
    Err(failure(&too_large(tool, size, limit)))
}
