//! Has the calls of a turn made, and emits what came of them: reports, the answers, and a
//! question where one waits for a person.

use std::sync::Arc;

use super::call_tools::{Answered, call_tools};
use super::question::question;
use super::request::Answers;
use super::step::Outcome;
use super::{Spec, progress};
use crate::content::Content;
use crate::context::Reports;
use crate::emit::Emitter;
use crate::error::Result;
use crate::event::Event;
use crate::invocation::InvocationContext;

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
    } = progress::shown(ctx, calls, &reports, out, work).await?;
    let question = question(ctx, calls, &answer, inner);
    let transfer = answer.actions().transfer_to_agent().map(Box::from);
    let ends = answer.is_final_response() || question.is_some();
    if answer.content().is_some() || !answer.actions().is_none() {
        out.emit(answer).await;
    }
    if let Some(question) = question {
        out.emit(question).await;
    }
    Ok(match transfer {
        _ if ends => Outcome::Final,
        Some(agent) => Outcome::Transfer(agent),
        None => Outcome::Continue,
    })
}
