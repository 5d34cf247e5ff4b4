//! What was said so far, as the model is to see it: events that carry content and that
//! the agent's branch sees, in a form that every provider accepts. A user begins and
//! ends, and nothing is empty.

use super::turns::Turns;
use crate::content::{Content, Part, Role};
use crate::event::{Event, is_between_run_and_user};
use crate::invocation::InvocationContext;
use crate::model::{BEGIN, last_word};

pub(super) fn select(ctx: &InvocationContext) -> Vec<Content> {
    let session = ctx.scope().session();
    let events = session.events();
    let mut turns = Turns::with_capacity(events.len());
    for event in events {
        turns.expect_later(event.long_running_tool_ids());
        if let Some(content) = visible(event, ctx.branch()).and_then(sayable) {
            turns.push(content);
        }
    }
    between_users(turns.into_contents())
}

/// The content of an event that has some and that the branch sees: its own events, those
/// of the branches above it, and those of none. An agent without a branch sees all.
fn visible<'a>(event: &'a Event, branch: Option<&str>) -> Option<&'a Content> {
    let content = event.content()?;
    let sees = match (event.branch(), branch) {
        (None | Some(""), _) | (_, None | Some("")) => true,
        (Some(of_event), Some(own)) => own
            .strip_prefix(of_event)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.')),
    };
    (sees && content.role().is_some()).then_some(content)
}

/// The content, shared, or a copy without what no provider takes: empty parts, a call by
/// anyone but the model, a question to the user, and another speaker than model and user.
fn sayable(content: &Content) -> Option<Content> {
    let by_model = content.role() == Some(&Role::Model);
    let can_be_said = |part: &&Part| {
        let may_call = by_model || part.function_call().is_none();
        !part.is_empty() && may_call && !is_between_run_and_user(part)
    };
    let is_known = by_model || content.role() == Some(&Role::User);
    if is_known && content.parts().iter().all(|part| can_be_said(&part)) {
        return (!content.parts().is_empty()).then(|| content.clone());
    }
    let said = content.only(can_be_said)?;
    Some(if is_known {
        said
    } else {
        Content::new(Role::User, said.into_parts())
    })
}

fn between_users(mut contents: Vec<Content>) -> Vec<Content> {
    let by_user = |content: &Content| content.role() == Some(&Role::User);
    if !contents.first().is_some_and(by_user) {
        contents.insert(0, Content::user(BEGIN));
    }
    contents.extend(last_word(contents.last()));
    contents
}
