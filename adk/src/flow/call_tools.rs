//! Runs the tools of one turn side by side and puts their answers into one event, in
//! the order of the calls.

use std::sync::Arc;

use futures_util::future::try_join_all;
use tokio::sync::Semaphore;

use super::Spec;
use super::call_tool::call_tool;
use super::request::UserAnswers;
use crate::content::{Content, Json, Part, Role};
use crate::context::{Reports, ToolContext};
use crate::error::Result;
use crate::event::{Event, EventActions, InnerCall};
use crate::invocation::InvocationContext;

/// The outcome of a turn's calls.
pub(super) struct Answered {
    pub(super) event: Event,
    /// Calls inside agent tools that wait for the user.
    pub(super) inner: Vec<InnerCall>,
    /// The agent's final answer, where a call gave it.
    pub(super) output: Option<Json>,
}

pub(super) async fn call_tools(
    spec: &Arc<Spec>,
    ctx: &InvocationContext,
    content: &Content,
    answers: &UserAnswers,
    reports: &Arc<Reports>,
) -> Result<Answered> {
    let most = ctx.run_config().max_parallel_tools;
    let places = &Semaphore::new(most.clamp(1, Semaphore::MAX_PERMITS));
    let mut calls = Vec::with_capacity(content.function_calls().count());
    for (index, call) in content.function_calls().enumerate() {
        calls.push(async move {
            let _place = places.acquire().await;
            let (readonly, id) = (ctx.readonly().clone(), call.shared_id());
            let listener = Some((Arc::clone(reports) as _, index));
            let tool_ctx = ToolContext::new(readonly, id, answers.get(index).cloned(), listener);
            let mut answer = call_tool(spec, ctx, tool_ctx, call).await?;
            answer.actions.set_agent_call(call);
            Ok(answer)
        });
    }
    let answers = try_join_all(calls).await?;
    let (mut actions, mut output) = (EventActions::new(), None);
    let mut parts = Vec::with_capacity(answers.len());
    for answer in answers {
        parts.extend(answer.response.map(Part::from_function_response));
        actions.merge(answer.actions);
        output = answer.output.or(output);
    }
    let inner = actions.take_inner_calls();
    let event = ctx.event().actions(actions);
    let event = if parts.is_empty() {
        event
    } else {
        event.content(Content::new(Role::User, parts))
    };
    Ok(Answered {
        event: event.build(),
        inner,
        output,
    })
}
