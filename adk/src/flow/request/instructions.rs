//! The system instruction: the global one, the agent's own, and who the agent is.

use std::sync::Arc;

use super::Spec;
use crate::error::Result;
use crate::invocation::InvocationContext;

/// All three, a blank line between them.
pub(super) async fn render(spec: &Spec, ctx: &InvocationContext) -> Result<Arc<str>> {
    let mut text = String::new();
    for instruction in [&spec.global_instruction, &spec.instruction]
        .into_iter()
        .flatten()
    {
        let rendered = instruction.render(ctx.readonly()).await?;
        if !rendered.is_empty() {
            text.push_str(&rendered);
            text.push_str("\n\n");
        }
    }
    text.push_str(&spec.identity);
    Ok(text.into())
}
