//! Builds the request of a step from what the agent asked for and what was said so far.

mod contents;
mod foreign;
mod instructions;
mod transcription;
mod turns;

use std::sync::Arc;

use super::Spec;
use crate::error::Result;
use crate::invocation::InvocationContext;
use crate::model::LlmRequest;

pub(super) async fn build(spec: &Arc<Spec>, ctx: &InvocationContext) -> Result<LlmRequest> {
    let instruction = instructions::render(spec, ctx).await?;
    let contents = contents::select(ctx, spec.include_contents);
    Ok(LlmRequest::new(contents)
        .with_system_content(instruction)
        .with_declarations(Arc::clone(&spec.declarations))
        .with_config(Arc::clone(&spec.config))
        .with_streaming(ctx.run_config().streaming))
}
