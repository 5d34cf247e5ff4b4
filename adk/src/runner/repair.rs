//! What a dropped or failed run left of its calls: each is answered before the next run adds
//! its message, since no provider accepts a call without an answer.

use std::collections::HashSet;
use std::sync::Arc;

use crate::content::{Content, FunctionCall, FunctionResponse, Part, Role};
use crate::event::{Event, USER};
use crate::session::Session;

/// Calls that a dropped or failed run never answered.
pub(super) struct Open {
    pub(super) author: Arc<str>,
    pub(super) branch: Option<Arc<str>>,
    pub(super) answers: Content,
}

impl Open {
    fn of<'a>(event: &Event, calls: impl IntoIterator<Item = &'a FunctionCall>) -> Option<Self> {
        let answers = calls.into_iter().map(FunctionResponse::cancelled);
        let parts: Vec<_> = answers.map(Part::from_function_response).collect();
        (!parts.is_empty()).then(|| Self {
            author: event.author().into(),
            branch: event.branch().map(Arc::from),
            answers: Content::new(Role::User, parts),
        })
    }
}

/// What the last run left open, oldest first.
pub(super) fn open_calls(session: &Session) -> Vec<Open> {
    let mut open = interrupted(session);
    open.extend(unanswered(session));
    open
}

/// Calls that the user had allowed or refused, of a run that ended before it came to them.
/// The answer is used up: whether such a call was made is not known.
fn interrupted(session: &Session) -> Vec<Open> {
    let by_agent = |event: &&Event| event.author() != USER;
    let mut events = session.events().rev().skip_while(by_agent);
    let mut ids: HashSet<_> = events.next().into_iter().flat_map(responses).collect();
    if ids.is_empty() {
        return Vec::new();
    }
    let since = session.events().rev().take_while(by_agent);
    let answered: HashSet<_> = since.flat_map(responses).collect();
    let mut open = Vec::new();
    for event in events {
        if ids.is_empty() {
            break;
        }
        let inner = event.actions().inner_calls().iter();
        let inner = inner.filter(|inner| ids.remove(&*inner.id));
        let mut calls: Vec<_> = inner.map(|inner| inner.agent_call.clone()).collect();
        // Of one agent tool's call, several may have waited.
        calls.dedup();
        let asked = event.confirmation_requests();
        let asked = asked.filter(|request| ids.remove(request.id()));
        calls.extend(asked.map(|request| request.call().clone()));
        let left = calls
            .iter()
            .filter(|call| call.id().is_some_and(|id| !answered.contains(id)));
        open.extend(Open::of(event, left));
    }
    open.reverse();
    open
}

/// The open calls of the last run, oldest first. Calls whose answer comes later are left.
fn unanswered(session: &Session) -> Vec<Open> {
    let mut answered = HashSet::new();
    let mut open = Vec::new();
    for event in session.events().rev() {
        let Some(content) = event.content() else {
            continue;
        };
        answered.extend(responses(event));
        let missing = content.function_calls();
        let missing = missing.filter(|call| is_missing(call, event, &answered));
        open.extend(Open::of(event, missing));
        if event.author() == USER && content.function_responses().next().is_none() {
            break;
        }
    }
    open.reverse();
    open
}

fn is_missing(call: &FunctionCall, event: &Event, answered: &HashSet<&str>) -> bool {
    let Some(id) = call.id() else {
        return false;
    };
    event.author() != USER
        && !answered.contains(id)
        && !event.long_running_tool_ids().any(|later| later == id)
}

fn responses(event: &Event) -> impl Iterator<Item = &str> {
    let responses = event
        .content()
        .into_iter()
        .flat_map(Content::function_responses);
    responses.filter_map(FunctionResponse::id)
}
