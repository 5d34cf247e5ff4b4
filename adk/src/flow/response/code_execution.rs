//! The agent's code executor runs the code in the answer.

use super::Spec;
use crate::context::CallbackContext;
use crate::error::Result;
use crate::model::LlmResponse;

pub(super) async fn process(
    spec: &Spec,
    ctx: &CallbackContext,
    response: LlmResponse,
) -> Result<LlmResponse> {
    match &spec.doors.code_executor {
        Some(executor) => executor.process_response(ctx, response).await,
        None => Ok(response),
    }
}
