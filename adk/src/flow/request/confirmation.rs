//! Tool calls that wait for a person: asking at the end of a turn, and making them once the
//! person has answered.

use std::collections::HashMap;
use std::sync::Arc;

use super::Spec;
use super::answer_calls::answer_calls;
use super::step::Outcome;
use crate::content::{Content, FunctionCall, OWN_ID, Part, Role};
use crate::emit::Emitter;
use crate::error::Result;
use crate::event::{ConfirmationRequest, Event, ToolConfirmation, USER};
use crate::invocation::InvocationContext;
use crate::session::pending;

/// What a person answered, by the id of the call that waited for it.
pub(super) type Confirmations = HashMap<Box<str>, ToolConfirmation>;

/// Makes the calls that the message of this run has answered, in the order in which they
/// were asked about; `None` when it answers none of this agent's.
pub(super) async fn resume(
    spec: &Arc<Spec>,
    ctx: &InvocationContext,
    out: &mut Emitter<Event>,
) -> Result<Option<Outcome>> {
    let (calls, confirmations) = answered(ctx);
    if calls.is_empty() {
        return Ok(None);
    }
    let calls = calls.into_iter().map(Part::from_function_call);
    let calls = Content::new(Role::Model, calls);
    let outcome = answer_calls(spec, ctx, &calls, &confirmations, out).await?;
    Ok(Some(outcome))
}

/// The event that asks about each call that waits; `None` when none does.
pub(super) fn question(ctx: &InvocationContext, calls: &Content, answer: &Event) -> Option<Event> {
    let asked = answer.actions().requested_tool_confirmations();
    let waiting = calls.parts().iter().filter_map(|part| {
        let call = part.function_call()?;
        let confirmation = asked.get(call.id()?)?;
        let id = [OWN_ID, &ctx.scope().services.platform.new_id()].concat();
        let request = ConfirmationRequest::new(id, call.clone(), confirmation.clone());
        let question = Part::from_function_call(request.to_call());
        let question = match part.thought_signature() {
            Some(signature) => question.with_thought_signature(signature),
            None => question,
        };
        Some((request, question))
    });
    let (requests, questions): (Vec<_>, Vec<_>) = waiting.unzip();
    if requests.is_empty() {
        return None;
    }
    let ids = requests.iter().map(|request| request.id().into());
    let event = ctx.event().content(Content::new(Role::Model, questions));
    Some(event.long_running_tool_ids(ids).build())
}

/// The calls that the user's message has answered, and the answers.
fn answered(ctx: &InvocationContext) -> (Vec<FunctionCall>, Confirmations) {
    let session = ctx.scope().session();
    let mut earlier = session.events().rev();
    let message = earlier.find(|event| event.author() == USER);
    let answers: HashMap<_, _> = message
        .filter(|event| event.invocation_id() == ctx.invocation_id())
        .into_iter()
        .flat_map(Event::confirmation_answers)
        .collect();
    if answers.is_empty() {
        return (Vec::new(), Confirmations::new());
    }
    let asked = pending(earlier.rev()).into_iter();
    let own = asked.filter(|pending| *pending.author == *ctx.agent_name());
    let (mut calls, mut confirmations) = (Vec::new(), Confirmations::new());
    for request in own.map(|pending| pending.request) {
        if let (Some(answer), Some(id)) = (answers.get(request.id()), request.call().id()) {
            let answer = answer.clone().asked_by_hook(request.is_by_hook());
            confirmations.insert(id.into(), answer);
            calls.push(request.call().clone());
        }
    }
    (calls, confirmations)
}
