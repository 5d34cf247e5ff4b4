//! Has the agent's [`CodeExecutor`](crate::code::CodeExecutor) change the request.

use super::Draft;
use crate::context::CallbackContext;
use crate::error::Result;

pub(super) async fn process(draft: &mut Draft<'_>, ctx: &CallbackContext) -> Result<()> {
    match &draft.spec.extensions.code_executor {
        Some(executor) => executor.process_request(ctx, &mut draft.request).await,
        None => Ok(()),
    }
}
