//! One step of the Flow: a model call and the tools that it asked for.

use std::sync::Arc;

use super::call_tools::call_tools;
use super::{Spec, call_model, progress, request};
use crate::content::{Content, Part};
use crate::context::Reports;
use crate::emit::Emitter;
use crate::error::Result;
use crate::event::Event;
use crate::invocation::InvocationContext;

/// How a step ended.
pub(super) enum Outcome {
    /// The turn is over.
    Final,
    /// The model wants to see what its tools answered.
    Continue,
    /// The model thought and said nothing.
    ThoughtsAlone,
}

pub(super) async fn step(
    spec: &Arc<Spec>,
    ctx: &InvocationContext,
    out: &mut Emitter<Event>,
) -> Result<Outcome> {
    let request = request::build(spec, ctx).await?;
    let event = call_model::call_model(spec, ctx, request, out).await?;
    let Some(content) = event.content() else {
        return Ok(Outcome::Final);
    };
    if content.function_calls().next().is_some() {
        let reports = Arc::new(Reports::new());
        let calls = call_tools(spec, ctx, content, &reports);
        let answer = progress::shown(ctx, content, &reports, out, calls).await?;
        let ends = answer.is_final_response();
        out.emit(answer).await;
        return Ok(if ends {
            Outcome::Final
        } else {
            Outcome::Continue
        });
    }
    Ok(if is_thoughts_alone(content) {
        Outcome::ThoughtsAlone
    } else {
        Outcome::Final
    })
}

fn is_thoughts_alone(content: &Content) -> bool {
    let parts = content.parts();
    !parts.is_empty() && parts.iter().all(Part::is_thought)
}
