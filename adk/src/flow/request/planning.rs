//! Adds what the agent's [`Planner`](crate::planner::Planner) tells the model.

use super::Draft;
use crate::error::Result;

pub(super) async fn process(draft: &mut Draft<'_>) -> Result<()> {
    let Some(planner) = &draft.spec.extensions.planner else {
        return Ok(());
    };
    let ctx = draft.ctx.readonly();
    let told = planner.planning_instruction(ctx, &draft.request).await?;
    draft.instruct(&told.unwrap_or_default());
    Ok(())
}
