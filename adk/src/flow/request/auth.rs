//! Asks the agent's [`AuthHandler`](crate::auth::AuthHandler), where it has one.

use super::Draft;
use crate::context::CallbackContext;
use crate::error::Result;

pub(super) async fn process(draft: &mut Draft<'_>, ctx: &CallbackContext) -> Result<()> {
    match &draft.spec.extensions.auth_handler {
        Some(handler) => handler.process_request(ctx, &mut draft.request).await,
        None => Ok(()),
    }
}
