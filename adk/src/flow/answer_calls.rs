//! Has the calls of a turn made, and emits what came of them: reports, the answers, and a
//! question where one waits for a person.

use std::sync::Arc;

use super::call_model::keep_output;
use super::call_tools::{Answered, call_tools};
use super::question::question;
use super::request::Answers;
use super::step::Outcome;
use super::{Spec, progress};
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
    answers: &Answers,
    out: &mut Emitter<Event>,
) -> Result<Outcome> {
    let reports = Arc::new(Reports::new());
    let work = call_tools(spec, ctx, calls, answers, &reports);
    let Answered {
        event: answer,
        inner,
        output,
    } = progress::shown(ctx, calls, &reports, out, work).await?;
    let question = question(ctx, calls, &answer, inner);
    let to = answer.actions().transfer_to_agent();
    let transfer = to.filter(|agent| *agent != ctx.agent_name()).map(Box::from);
    let waits = question.is_some();
    let ends = answer.is_final_response() || waits;
    if answer.content().is_some() || !answer.actions().is_none() {
        out.emit(answer).await;
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
    if ends {
        return Ok(Outcome::Final);
    }
    Ok(match failed_output(spec, calls) {
        Some(came) => Outcome::Misfit(came.as_str().into()),
        None => Outcome::Continue,
    })
}

/// The answer that was given by a tool, as one that was said.
fn final_answer(spec: &Spec, ctx: &InvocationContext, output: &Json) -> Event {
    let mut actions = EventActions::new();
    keep_output(spec, output.as_str(), &mut actions);
    let event = ctx.event().content(Content::model(output.as_str()));
    event.actions(actions).build()
}

/// What the model sent as its answer, where no call gave one.
fn failed_output<'a>(spec: &Spec, calls: &'a Content) -> Option<&'a Json> {
    spec.output.as_ref()?;
    let mut calls = calls.function_calls();
    let call = calls.find(|call| call.name() == SET_MODEL_RESPONSE)?;
    Some(call.args())
}
