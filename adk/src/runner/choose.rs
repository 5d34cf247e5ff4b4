//! Who continues a session: the agent that spoke last, as long as it could give the
//! conversation back, else the root.

use crate::content::{Content, FunctionCall, FunctionResponse};
use crate::event::{Event, USER};
use crate::invocation::{AgentTree, Place, ROOT};
use crate::session::Session;

/// The agent that a new message goes to. Responses that nothing waits for are a model's to read,
/// and no reason for a plan to begin: there, nobody.
pub(super) fn choose(tree: &AgentTree, session: &Session, message: &Content) -> Option<Place> {
    if tree.policy(ROOT).is_none() {
        return (!holds_responses_alone(message)).then_some(ROOT);
    }
    Some(choose_by_models(tree, session, message))
}

fn holds_responses_alone(message: &Content) -> bool {
    let responses = message.function_responses().count();
    responses > 0 && responses == message.parts().len()
}

fn choose_by_models(tree: &AgentTree, session: &Session, message: &Content) -> Place {
    if tree.under(ROOT).len() == 1 {
        return ROOT;
    }
    let keeps = |event: &Event| {
        let found = tree.find(event.author());
        found.filter(|place| tree.may_keep(*place))
    };
    let earlier = session.events().rev();
    let mut responses = message.function_responses();
    if let Some(id) = responses.next().and_then(FunctionResponse::id) {
        let made_call = |event: &&Event| {
            let content = event.content().into_iter();
            let mut calls = content.flat_map(Content::function_calls);
            calls.any(|call| FunctionCall::id(call) == Some(id))
        };
        if let Some(place) = earlier.clone().find(made_call).and_then(keeps) {
            return place;
        }
    }
    let mut others = earlier.filter(|event| event.author() != USER);
    others.find_map(keeps).unwrap_or(ROOT)
}
