//! Asks the user about the calls of a turn that wait: the agent's own, and those inside agent
//! tools.

use crate::content::{Content, FunctionCall, OWN_ID, Part, Role};
use crate::event::{ConfirmationRequest, Event, EventActions, InnerCall};
use crate::invocation::InvocationContext;

/// The event that asks about each call that waits; `None` when none does.
pub(super) fn question(
    ctx: &InvocationContext,
    calls: &Content,
    answer: &Event,
    inner: Vec<InnerCall>,
) -> Option<Event> {
    let asked = answer.actions().requested_tool_confirmations();
    let own = calls.parts().iter().filter_map(|part| {
        let call = part.function_call()?;
        let confirmation = asked.get(call.id()?)?;
        let id = [OWN_ID, &ctx.scope().services.platform.new_id()].concat();
        let request = ConfirmationRequest::new(id, call.clone(), confirmation.clone());
        let question = Part::from_function_call(request.to_call());
        Some(match part.thought_signature() {
            Some(signature) => question.with_thought_signature(signature),
            None => question,
        })
    });
    let passed_on = inner
        .iter()
        .map(|inner| Part::from_function_call(inner.call.clone().with_id(&*inner.id)));
    let questions: Vec<_> = own.chain(passed_on).collect();
    if questions.is_empty() {
        return None;
    }
    let calls = questions.iter().filter_map(Part::function_call);
    let ids: Vec<_> = calls.filter_map(FunctionCall::id).map(Box::from).collect();
    let mut actions = EventActions::new();
    actions.add_inner_calls(inner);
    let event = ctx.event().content(Content::new(Role::Model, questions));
    Some(event.actions(actions).long_running_tool_ids(ids).build())
}
