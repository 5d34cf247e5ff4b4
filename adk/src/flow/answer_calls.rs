//! Makes the calls of a turn and emits what comes of them: progress, the responses, and a
//! question where a call waits for a person.

use std::sync::Arc;

use serde_json::Value;

use super::call_tools::{Answered, call_tools};
use super::output::Refused;
use super::question::question;
use super::request::UserAnswers;
use super::step::Outcome;
use super::{Spec, output, progress};
use crate::content::{Content, Json, Part, Role};
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
        parts,
        actions,
        inner,
        output,
    } = progress::emit_during(work, ctx, calls, &reports, out).await?;
    let event = answer(ctx, parts, actions);
    let question = question(ctx, calls, &event, inner);
    let to = event.actions().transfer_to_agent();
    let transfer = to.filter(|agent| *agent != ctx.agent_name()).map(Box::from);
    let waits = question.is_some();
    let is_final = waits || event.is_final_response();
    let refused = match &output {
        Some(_) => None,
        None => refused_answer(spec, calls, &event),
    };
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
    Ok(refused.map_or(Outcome::Continue, Outcome::Mismatch))
}

/// The event of the responses. It is made when all is reported, whose events come before it.
fn answer(ctx: &InvocationContext, parts: Vec<Part>, actions: EventActions) -> Event {
    let event = ctx.event().actions(actions);
    if parts.is_empty() {
        return event.build();
    }
    event.content(Content::new(Role::User, parts)).build()
}

/// The answer that a tool gave, as if the model had said it.
fn final_answer(spec: &Spec, ctx: &InvocationContext, answer: &Json) -> Event {
    let mut actions = EventActions::new();
    output::keep(spec, answer.as_str(), &mut actions);
    let event = ctx.event().content(Content::model(answer.as_str()));
    event.actions(actions).build()
}

/// What the model sent as its answer and what it was told of it, where that did not fit.
fn refused_answer(spec: &Spec, calls: &Content, answers: &Event) -> Option<Refused> {
    spec.output.as_ref()?;
    let mut calls = calls.function_calls();
    let call = calls.find(|call| call.name() == SET_MODEL_RESPONSE)?;
    let answers = answers.content().into_iter();
    let mut answers = answers.flat_map(Content::function_responses);
    let answer = answers.find(|answer| answer.id() == call.id());
    let told = answer.map(|answer| answer.response().to_value()["error"].take());
    let told = told.as_ref().and_then(Value::as_str).unwrap_or_default();
    Some(Refused::new(call.args().as_str(), told))
}
