//! The calls of a session that wait for its user: questions, and calls whose result comes later.
//! They are read from the session, since the process that asked may be long gone.

use std::collections::HashSet;

use crate::content::{Content, FunctionCall, FunctionResponse};
use crate::event::{ConfirmationRequest, Event, InnerCall, USER};

/// A call that waits, and the event that made it.
#[derive(Debug, Clone)]
pub(crate) struct Waiting<'a> {
    pub(crate) id: &'a str,
    /// For a call inside an agent tool, the way back to it.
    pub(crate) inner: Option<&'a InnerCall>,
    /// The question; none for a call whose result comes later.
    pub(crate) question: Option<ConfirmationRequest>,
    pub(crate) event: &'a Event,
}

/// Who answered what: the id of a call, and the author of the answer.
type Answered<'a> = HashSet<(&'a str, &'a str)>;

/// The calls that nothing has answered, oldest first.
pub(crate) fn waiting<'a>(events: impl DoubleEndedIterator<Item = &'a Event>) -> Vec<Waiting<'a>> {
    let (mut answered, mut waiting) = (Answered::new(), Vec::new());
    for event in events.rev() {
        let content = event.content().into_iter();
        let responses = content.clone().flat_map(Content::function_responses);
        let ids = responses.filter_map(FunctionResponse::id);
        answered.extend(ids.map(|id| (id, event.author())));
        let later: HashSet<_> = event.long_running_tool_ids().collect();
        if later.is_empty() {
            continue;
        }
        let calls = content.flat_map(Content::function_calls);
        let open = calls.filter_map(|call| open(call, &later, &answered, event));
        let open: Vec<_> = open.collect();
        waiting.extend(open.into_iter().rev());
    }
    waiting.reverse();
    waiting
}

fn open<'a>(
    call: &'a FunctionCall,
    later: &HashSet<&str>,
    answered: &Answered<'_>,
    event: &'a Event,
) -> Option<Waiting<'a>> {
    let id = call.id()?;
    if !later.contains(id) || answered.contains(&(id, USER)) {
        return None;
    }
    let question = ConfirmationRequest::from_call(call);
    // A question is its user's to answer, a call its agent's too, and nobody else's.
    let waits = question.is_some() || !answered.contains(&(id, event.author()));
    let inner = event.actions().inner_calls();
    waits.then_some(Waiting {
        id,
        inner: inner.iter().find(|inner| *inner.id == *id),
        question,
        event,
    })
}
