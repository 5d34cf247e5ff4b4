//! Runs the tools of one turn side by side and puts their answers together, in the order of
//! the calls.

use std::sync::Arc;

use futures_util::future::try_join_all;
use tokio::sync::Semaphore;

use super::call_tool::{Answer, Calling};
use super::request::UserAnswers;
use super::{Spec, plain_calls};
use crate::content::{Content, FunctionCall, Json, Part};
use crate::context::{Reports, ToolContext};
use crate::error::Result;
use crate::event::{EventActions, InnerCall};
use crate::invocation::InvocationContext;

/// The outcome of a turn's calls.
pub(super) struct Answered {
    /// The responses.
    pub(super) parts: Vec<Part>,
    pub(super) actions: EventActions,
    /// Calls inside agent tools that wait for the user.
    pub(super) inner: Vec<InnerCall>,
    /// The agent's final answer, where a call gave it.
    pub(super) output: Option<Json>,
}

pub(super) async fn call_tools<'a>(
    spec: &'a Arc<Spec>,
    ctx: &'a InvocationContext,
    content: &'a Content,
    answers: &UserAnswers,
    reports: &Arc<Reports>,
) -> Result<Answered> {
    let count = content.function_calls().count();
    let calls = content.function_calls().enumerate();
    let calling = |(index, call): (usize, &'a FunctionCall)| {
        let (readonly, id) = (ctx.readonly().clone(), call.shared_id());
        let listener = Some((Arc::clone(reports) as _, index));
        let tool_ctx = ToolContext::new(readonly, id, answers.get(index).cloned(), listener);
        Calling::new(spec, ctx, tool_ctx, call)
    };
    if ctx.chain().is_empty() {
        let answers = plain_calls::make(calls.map(calling), count, ctx.run_config()).await;
        return Ok(Answered::new(count, answers));
    }
    let most = ctx.run_config().max_parallel_tools;
    let places = &Semaphore::new(most.clamp(1, Semaphore::MAX_PERMITS));
    let calls = calls.map(|call| async move {
        let _place = places.acquire().await;
        calling(call).make().await
    });
    let answers = try_join_all(calls).await?;
    Ok(Answered::new(count, answers))
}

impl Answered {
    fn new(count: usize, answers: impl IntoIterator<Item = Answer>) -> Self {
        let (mut actions, mut output) = (EventActions::new(), None);
        let mut parts = Vec::with_capacity(count);
        for answer in answers {
            parts.extend(answer.response.map(Part::from_function_response));
            actions.merge(answer.actions);
            output = answer.output.or(output);
        }
        Self {
            parts,
            inner: actions.take_inner_calls(),
            actions,
            output,
        }
    }
}
