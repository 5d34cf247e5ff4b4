//! The system instruction: the global one, the agent's own, and who the agent is.

use super::Spec;
use crate::content::Content;
use crate::error::Result;
use crate::instruction::Instruction;
use crate::invocation::InvocationContext;

/// All three, a blank line between them. What never changes is put together once.
pub(super) async fn render(spec: &Spec, ctx: &InvocationContext) -> Result<Content> {
    if let Some(text) = spec.fixed_instruction.get() {
        return Ok(text.clone());
    }
    let instructions = [&spec.global_instruction, &spec.instruction];
    let mut text = String::new();
    for instruction in instructions.into_iter().flatten() {
        let rendered = instruction.render(ctx.readonly()).await?;
        if !rendered.is_empty() {
            text.push_str(&rendered);
            text.push_str("\n\n");
        }
    }
    text.push_str(&spec.identity);
    let text = Content::from(text);
    if instructions
        .into_iter()
        .flatten()
        .all(Instruction::is_fixed)
    {
        return Ok(spec.fixed_instruction.get_or_init(|| text).clone());
    }
    Ok(text)
}
