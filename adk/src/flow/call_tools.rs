//! Runs the tools of one turn side by side and puts their answers into one event, in
//! the order of the calls.

use std::sync::Arc;

use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use super::Spec;
use super::call_tool::{Answer, call_tool};
use super::request::Confirmations;
use crate::content::{Content, Part, Role};
use crate::context::{Reports, ToolContext};
use crate::error::Result;
use crate::event::{Event, EventActions};
use crate::invocation::InvocationContext;

pub(super) async fn call_tools(
    spec: &Arc<Spec>,
    ctx: &InvocationContext,
    content: &Content,
    confirmations: &Confirmations,
    reports: &Arc<Reports>,
) -> Result<Event> {
    let mut calls = Vec::with_capacity(content.function_calls().count());
    for (index, call) in content.function_calls().enumerate() {
        calls.push(async move {
            let id = call.id().unwrap_or_default();
            let tool_ctx = ToolContext::new(ctx.readonly().clone(), id.into());
            let tool_ctx = tool_ctx.heard_by(Arc::clone(reports) as _, index);
            let tool_ctx = tool_ctx.answered(confirmations.get(id));
            Ok((index, call_tool(spec, ctx, tool_ctx, call).await?))
        });
    }
    // Not `buffered`, in which a slow call holds the places of those behind it.
    let mut answers: Vec<(usize, Answer)> = stream::iter(calls)
        .buffer_unordered(ctx.run_config().max_parallel_tools.max(1))
        .try_collect()
        .await?;
    answers.sort_unstable_by_key(|(index, _)| *index);
    let mut actions = EventActions::new();
    let mut parts = Vec::with_capacity(answers.len());
    for (_, answer) in answers {
        parts.extend(answer.response.map(Part::from_function_response));
        actions.merge(answer.actions);
    }
    let event = ctx.event().actions(actions);
    if parts.is_empty() {
        return Ok(event.build());
    }
    Ok(event.content(Content::new(Role::User, parts)).build())
}
