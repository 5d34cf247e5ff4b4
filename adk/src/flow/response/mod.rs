//! Shapes what a model answered, before it becomes an event: ADK's two processors in their
//! order, then those that the agent was given.

mod code_execution;
mod planning;

use super::Spec;
use crate::context::CallbackContext;
use crate::error::Result;
use crate::model::LlmResponse;

pub(super) async fn process(
    spec: &Spec,
    ctx: &CallbackContext,
    response: LlmResponse,
) -> Result<LlmResponse> {
    let is_partial = response.is_partial();
    let response = planning::process(spec, ctx, response).await?;
    let mut response = code_execution::process(spec, ctx, response).await?;
    for own in &spec.extensions.response_processors {
        response = own.process(ctx, response).await?;
    }
    // A piece stays a piece, and the whole the whole.
    Ok(if is_partial {
        response.into_partial()
    } else {
        response.into_whole()
    })
}
