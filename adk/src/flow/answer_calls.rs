//! Makes the calls of a turn and emits what comes of them: progress, the responses, and a
//! question where a call waits for a person.

use std::sync::Arc;

use super::call_tools::{Answered, call_tools};
use super::question::question;
use super::request::UserAnswers;
use super::step::Outcome;
use super::{Spec, output, progress};
use crate::content::{Content, Json};
use crate::context::Reports;
use crate::emit::Emitter;
use crate::error::Result;
use crate::event::{Event, EventActions};
use crate::invocation::InvocationContext;
use crate::tool::SET_MODEL_RESPONSE;

pub(super) async fn answer_calls(
    spec: &Arc<Spec>,
    ctx: &InvocationContext,
    calls: &Content,
    answers: &UserAnswers,
    out: &mut Emitter<Event>,
) -> Result<Outcome> {
    let reports = Arc::new(Reports::new());
    let work = call_tools(spec, ctx, calls, answers, &reports);
    let Answered {
        event,
        inner,
        output,
    } = progress::emit_during(work, ctx, calls, &reports, out).await?;
    let question = question(ctx, calls, &event, inner);
    let to = event.actions().transfer_to_agent();
    let transfer = to.filter(|agent| *agent != ctx.agent_name()).map(Box::from);
    let waits = question.is_some();
    let is_final = waits || event.is_final_response();
    if event.content().is_some() || !event.actions().is_none() {
        out.emit(event).await;
    }
    if let Some(question) = question {
        out.emit(question).await;
    }
    // Who hands over, or waits for a person, has not answered.
    if let Some(agent) = transfer {
        return Ok(Outcome::Transfer(agent));
    }
    if let Some(output) = output.filter(|_| !waits) {
        out.emit(final_answer(spec, ctx, &output)).await;
        return Ok(Outcome::Final);
    }
    if is_final {
        return Ok(Outcome::Final);
    }
    Ok(match refused_answer(spec, calls) {
        Some(answer) => Outcome::Mismatch(answer.as_str().into()),
        None => Outcome::Continue,
    })
}

/// The answer that a tool gave, as if the model had said it.
fn final_answer(spec: &Spec, ctx: &InvocationContext, answer: &Json) -> Event {
    let mut actions = EventActions::new();
    output::keep(spec, answer.as_str(), &mut actions);
    let event = ctx.event().content(Content::model(answer.as_str()));
    event.actions(actions).build()
}

/// What the model sent as its answer, where it did not fit.
fn refused_answer<'a>(spec: &Spec, calls: &'a Content) -> Option<&'a Json> {
    spec.output.as_ref()?;
    let mut calls = calls.function_calls();
    let call = calls.find(|call| call.name() == SET_MODEL_RESPONSE)?;
    Some(call.args())
}
