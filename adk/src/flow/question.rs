//! Asking the user about the calls of a turn that wait for a person.

use crate::content::{Content, OWN_ID, Part, Role};
use crate::event::{ConfirmationRequest, Event};
use crate::invocation::InvocationContext;

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
