//! The instructions: the root's global one, then the agent's own.

use super::Draft;
use crate::error::Result;

pub(super) async fn process(draft: &mut Draft<'_>) -> Result<()> {
    if !draft.needs_instruction() {
        return Ok(());
    }
    let spec = draft.spec;
    if spec.extensions.planner.is_some() {
        draft.instruction_changes();
    }
    let global = draft.ctx.tree().root().global_instruction();
    let instructions = [global, spec.instruction.as_ref()];
    for instruction in instructions.into_iter().flatten() {
        let text = instruction.render(draft.ctx.readonly()).await?;
        draft.instruct(&text);
        if !instruction.is_fixed() {
            draft.instruction_changes();
        }
    }
    Ok(())
}
