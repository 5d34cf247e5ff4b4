//! One step of the Flow: a model call and the tools that it asked for.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::answer_calls::answer_calls;
use super::request::{self, UserAnswers};
use super::{Spec, call_model, output};
use crate::content::{Content, Part};
use crate::emit::Emitter;
use crate::error::Result;
use crate::event::Event;
use crate::invocation::InvocationContext;

/// How a step ended.
pub(super) enum Outcome {
    /// The turn is over.
    Final,
    /// The model wants to see what its tools answered, or to say what its code printed.
    Continue,
    /// The model thought and said nothing.
    ThoughtsAlone,
    /// The model gave an answer that does not fit.
    Mismatch(output::Refused),
    /// The conversation goes over to the agent of this name.
    Transfer(Box<str>),
}

pub(super) async fn step(
    spec: &Arc<Spec>,
    ctx: &InvocationContext,
    out: &mut Emitter<Event>,
) -> Result<Outcome> {
    let callback = ctx.callback();
    let request = match request::build(spec, ctx, &callback, out).await? {
        ControlFlow::Continue(request) => request,
        ControlFlow::Break(outcome) => return Ok(outcome),
    };
    let event = call_model::call_model(spec, ctx, &callback, request, out).await?;
    let Some(content) = event.content() else {
        return Ok(Outcome::Final);
    };
    if let Some(told) = output::mismatch(event.response()) {
        let refused = output::Refused::new(&content.text(), told);
        return Ok(Outcome::Mismatch(refused));
    }
    if content.function_calls().next().is_some() {
        return answer_calls(spec, ctx, content, &UserAnswers::new(), out).await;
    }
    Ok(if is_thoughts_alone(content) {
        Outcome::ThoughtsAlone
    } else if content.ends_in_code_result() {
        Outcome::Continue
    } else {
        Outcome::Final
    })
}

fn is_thoughts_alone(content: &Content) -> bool {
    let parts = content.parts();
    !parts.is_empty() && parts.iter().all(Part::is_thought)
}
