//! Shapes what a model answered, before it becomes an event: ADK's two processors in their
//! order, then those that the agent was given.

mod code_execution;
mod planning;

use super::Spec;
use super::request::panicked;
use crate::context::CallbackContext;
use crate::error::Result;
use crate::model::LlmResponse;
use crate::panic::guarded;

pub(super) async fn process(
    spec: &Spec,
    ctx: &CallbackContext,
    response: LlmResponse,
) -> Result<LlmResponse> {
    let is_partial = response.is_partial();
    let planned = planning::process(spec, ctx, response);
    let response = guarded(|| panicked(spec, "the planner"), planned).await?;
    let executed = code_execution::process(spec, ctx, response);
    let mut response = guarded(|| panicked(spec, "the code executor"), executed).await?;
    for own in &spec.extensions.response_processors {
        let processed = async { own.process(ctx, response).await };
        response = guarded(|| panicked(spec, "a response processor"), processed).await?;
    }
    // A piece stays a piece, and the whole the whole.
    Ok(if is_partial {
        response.into_partial()
    } else {
        response.into_whole()
    })
}
