//! One tool call: hooks, the tool in a task of its own under a time limit, and the
//! answer in the form that the model reads. Whatever the tool does, there is an answer.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio_util::task::AbortOnDropHandle;
use tracing::Instrument as _;

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
use crate::tool::{Tool, ToolError, out_of_time, panic_text, rejected, unconfirmed};

/// What a call came to.
pub(super) struct Answer {
    /// None when the tool answers later.
    pub(super) response: Option<FunctionResponse>,
    pub(super) actions: EventActions,
}

pub(super) async fn call_tool(
    spec: &Arc<Spec>,
    ctx: &InvocationContext,
    tool_ctx: ToolContext,
    call: &FunctionCall,
) -> Result<Answer> {
    let id = call.id().unwrap_or_default();
    let span = telemetry::execute_tool(call.name(), id);
    let called = async {
        match spec.tool(call.name()) {
            Some(tool) => hooked(tool, ctx, &tool_ctx, call).await,
            None => unknown(spec, ctx, &tool_ctx, call).await,
        }
    };
    let result = called.instrument(span).await?;
    let comes_later = result.as_str() == "null" && spec.is_long_running(call.name());
    let limit = ctx.run_config().max_tool_result_bytes;
    let result = as_object(capped(call.name(), result, limit));
    let response = FunctionResponse::new(call.name(), result);
    Ok(Answer {
        response: (!comes_later).then(|| response.with_id(id)),
        actions: tool_ctx.callback.take_actions(),
    })
}

/// The call within its hooks; an error is one of a hook, which ends the run.
async fn hooked(
    tool: &Arc<dyn Tool>,
    ctx: &InvocationContext,
    tool_ctx: &ToolContext,
    call: &FunctionCall,
) -> Result<Json> {
    let chain = ctx.chain();
    let answer = tool_ctx.tool_confirmation();
    if answer.is_some_and(|answer| answer.is_by_hook() && !answer.is_confirmed()) {
        return failed(tool, ctx, tool_ctx, call.args(), &rejected(tool.name())).await;
    }
    let before = chain.before_tool(tool_ctx, tool, call.args().clone());
    let before = before.await?;
    let waits = tool_ctx.callback.actions().mark_asked_by_hook();
    let (args, result) = match before {
        BeforeTool::Proceed(args) if waits => (args, Err(unconfirmed(tool.name()))),
        BeforeTool::Proceed(args) => {
            let result = run(tool, tool_ctx, &args, ctx.run_config().tool_timeout).await;
            (args, result)
        }
        BeforeTool::Respond(result) => (call.args().clone(), Ok(result)),
    };
    let result = match result {
        Ok(result) => result,
        Err(error) => failed(tool, ctx, tool_ctx, &args, &error).await?,
    };
    let replaced = chain.after_tool(tool_ctx, tool, &args, &result).await?;
    Ok(replaced.unwrap_or(result))
}

async fn unknown(
    spec: &Spec,
    ctx: &InvocationContext,
    tool_ctx: &ToolContext,
    call: &FunctionCall,
) -> Result<Json> {
    let (tool, error) = unknown_tool(spec, call.name());
    failed(&tool, ctx, tool_ctx, call.args(), &error).await
}

/// What the model reads of a failure: a hook's answer to it, or the error.
async fn failed(
    tool: &Arc<dyn Tool>,
    ctx: &InvocationContext,
    tool_ctx: &ToolContext,
    args: &Json,
    error: &ToolError,
) -> Result<Json> {
    tracing::warn!(tool = tool.name(), "a tool failed");
    let instead = ctx
        .chain()
        .on_tool_error(tool_ctx, tool, args, error)
        .await?;
    Ok(instead.unwrap_or_else(|| failure(error)))
}

/// Runs the tool as a task of its own, so that one that blocks its thread stops neither
/// the other tools nor its own time limit.
async fn run(
    tool: &Arc<dyn Tool>,
    ctx: &ToolContext,
    args: &Json,
    limit: Duration,
) -> Result<Json, ToolError> {
    let (task_tool, task_ctx, task_args) = (Arc::clone(tool), ctx.clone(), args.clone());
    let task = async move { task_tool.run(&task_ctx, &task_args).await };
    let task = AbortOnDropHandle::new(tokio::spawn(task.in_current_span()));
    match tokio::time::timeout(limit, task).await {
        Ok(Ok(result)) => result,
        Ok(Err(ended)) => Err(match ended.try_into_panic() {
            Ok(payload) => ToolError::model(panic_text(tool.name(), payload)),
            Err(_) => ToolError::model(format!("tool `{}` was cancelled", tool.name())),
        }),
        Err(_) => Err(out_of_time(ctx, tool.name(), limit, "the run's limit")),
    }
}

fn failure(error: &ToolError) -> Json {
    Json::from(json!({ "error": error.to_string() }))
}

/// The result, or word to the model that it is too large.
pub(super) fn capped(tool: &str, result: Json, limit: usize) -> Json {
    let size = result.as_str().len();
    if size <= limit {
        return result;
    }
    failure(&ToolError::model(format!(
        "tool `{tool}` returned {size} bytes; the limit is {limit}. Ask it for less, \
         for example a part or a summary"
    )))
}
