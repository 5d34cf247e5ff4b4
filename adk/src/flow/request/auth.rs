//! The agent's door for credentials.

use super::Draft;
use crate::context::CallbackContext;
use crate::error::Result;

pub(super) async fn process(draft: &mut Draft<'_>, ctx: &CallbackContext) -> Result<()> {
    match &draft.spec.doors.auth {
        Some(handler) => handler.process_request(ctx, &mut draft.request).await,
        None => Ok(()),
    }
}
