//! One tool call: hooks, the tool in a task of its own under a time limit, and the
//! answer in the form that the model reads. Whatever the tool does, there is an answer.

use std::pin::pin;
use std::sync::Arc;

use serde_json::json;

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
    SET_MODEL_RESPONSE, Tool, ToolError, rejected, run_as_task, too_large, unconfirmed,
};

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

pub(super) async fn call_tool(
    spec: &Arc<Spec>,
    ctx: &InvocationContext,
    tool_ctx: ToolContext,
    call: &FunctionCall,
) -> Result<Answer> {
    let id = call.id().unwrap_or_default();
    let span = telemetry::execute_tool(call.name(), id);
    let called = pin!(async {
        match spec.tool(call.name()) {
            Some(tool) => call_in_hooks(tool, ctx, &tool_ctx, call).await,
            None => unknown(spec, ctx, &tool_ctx, call).await,
        }
    });
    let limit = ctx.run_config().max_tool_result_bytes;
    let called = match telemetry::within(&span, called).await? {
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
    let response = (!comes_later).then(|| FunctionResponse::to(call, as_object(result)));
    Ok(Answer {
        response,
        actions: tool_ctx.take_actions(),
        output,
    })
}

/// Makes the call within its hooks. An error is a hook's, and ends the run.
async fn call_in_hooks(
    tool: &Arc<dyn Tool>,
    ctx: &InvocationContext,
    tool_ctx: &ToolContext,
    call: &FunctionCall,
) -> Result<Called> {
    let chain = ctx.chain();
    let answer = tool_ctx.tool_confirmation();
    if answer.is_some_and(|answer| !answer.is_by_tool() && !answer.is_confirmed()) {
        let failure = failed(tool, ctx, tool_ctx, call.args(), &rejected(tool.name())).await?;
        return Ok(Err(failure));
    }
    let before = chain.before_tool(tool_ctx, tool, call.args().clone());
    let before = before.await?;
    let waits = tool_ctx.changes().mark_asked_by_hook();
    let (args, result) = match before {
        BeforeTool::Proceed(args) if waits => (args, Err(unconfirmed(tool.name()))),
        BeforeTool::Proceed(args) => {
            let limit = ctx.run_config().tool_timeout;
            let result = run_as_task(tool, tool_ctx, &args, limit, "the run's limit").await;
            (args, result)
        }
        BeforeTool::Respond(result) => (call.args().clone(), Ok(result)),
    };
    let called = match result {
        Ok(result) => Ok(result),
        Err(error) => Err(failed(tool, ctx, tool_ctx, &args, &error).await?),
    };
    let (Ok(read) | Err(read)) = &called;
    let Some(instead) = chain.after_tool(tool_ctx, tool, &args, read).await? else {
        return Ok(called);
    };
    Ok(called.map(|_| instead.clone()).map_err(|_| instead))
}

async fn unknown(
    spec: &Spec,
    ctx: &InvocationContext,
    tool_ctx: &ToolContext,
    call: &FunctionCall,
) -> Result<Called> {
    let (tool, error) = unknown_tool(spec, call.name());
    failed(&tool, ctx, tool_ctx, call.args(), &error)
        .await
        .map(Err)
}

/// What the model reads of a failure: a hook's answer to it, or the error.
async fn failed(
    tool: &Arc<dyn Tool>,
    ctx: &InvocationContext,
    tool_ctx: &ToolContext,
    args: &Json,
    error: &ToolError,
) -> Result<Json> {
    error.log(tool.name(), tool_ctx);
    let instead = ctx
        .chain()
        .on_tool_error(tool_ctx, tool, args, error)
        .await?;
    Ok(instead.unwrap_or_else(|| failure(error)))
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
