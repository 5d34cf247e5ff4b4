//! Has the agent's [`Planner`](crate::planner::Planner) handle the plan in the answer.

use super::Spec;
use crate::context::CallbackContext;
use crate::error::Result;
use crate::model::LlmResponse;

pub(super) async fn process(
    spec: &Spec,
    ctx: &CallbackContext,
    response: LlmResponse,
) -> Result<LlmResponse> {
    match &spec.extensions.planner {
        Some(planner) => planner.process_response(ctx, response).await,
        None => Ok(response),
    }
}
