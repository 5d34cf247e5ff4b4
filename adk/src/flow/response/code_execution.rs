//! Has the agent's [`CodeExecutor`](crate::code::CodeExecutor) run the code in the answer.

use super::Spec;
use crate::context::CallbackContext;
use crate::error::Result;
use crate::model::LlmResponse;

pub(super) async fn process(
    spec: &Spec,
    ctx: &CallbackContext,
    response: LlmResponse,
) -> Result<LlmResponse> {
    match &spec.extensions.code_executor {
        Some(executor) => executor.process_response(ctx, response).await,
        None => Ok(response),
    }
}
