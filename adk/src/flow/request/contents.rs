//! What was said so far, as the model is to see it: the contents of the events that the agent's
//! branch sees, in a form that every provider accepts. The user speaks first and last, and
//! nothing is empty.

use super::Draft;
use super::foreign;
use super::plain;
use super::transcription::Words;
use super::turns::{Speaker, Turns};
use crate::content::{Content, Part, Role};
use crate::event::{Event, USER};
use crate::flow::IncludeContents;
use crate::flow::output::mismatch;
use crate::invocation::InvocationContext;
use crate::model::{BEGIN, last_word};

pub(super) fn process(draft: &mut Draft<'_>) {
    *draft.request.contents_mut() = select(draft.ctx, draft.spec.include_contents);
}

fn select(ctx: &InvocationContext, include: IncludeContents) -> Vec<Content> {
    let session = ctx.scope().session();
    let (agent, branch) = (ctx.agent_name(), ctx.branch());
    let sees_all = branch.is_none_or(str::is_empty) && include == IncludeContents::Default;
    let plain = sees_all.then(|| plain::contents(session.events(), agent));
    let contents = plain.flatten().unwrap_or_else(|| {
        let turns = turns_in(session.events(), agent, branch);
        turns.into_contents(include)
    });
    between_users(contents)
}

/// What `agent` on `branch` is told of `events`.
pub(super) fn turns_in<'a>(
    events: impl ExactSizeIterator<Item = &'a Event>,
    agent: &str,
    branch: Option<&str>,
) -> Turns<'a> {
    let mut turns = Turns::with_capacity(events.len());
    let mut words = None::<Words>;
    let is_said =
        |event: &&Event| sees(branch, event.branch()) && event.actions().inner_calls().is_empty();
    for event in events.filter(is_said) {
        turns.expect_later(event.long_running_tool_ids());
        let by = match event.author() {
            USER => Speaker::User,
            author if author == agent => Speaker::Own,
            _ => Speaker::Other(event),
        };
        if let Some(content) = event.content().filter(|said| !said.parts().is_empty()) {
            if words.is_some() {
                tell_words(&mut turns, words.take());
            }
            tell(&mut turns, event, content, by);
            continue;
        }
        for next in Words::heard_in(event, by) {
            match &mut words {
                Some(words) if words.go_on_in(&next) => words.append(&next),
                _ => tell_words(&mut turns, words.replace(next)),
            }
        }
    }
    tell_words(&mut turns, words);
    turns
}

/// Adds an event's content, and what was wrong with it where it is an answer that did not fit: of
/// such, only the agent's own model is told.
fn tell<'a>(turns: &mut Turns<'a>, event: &'a Event, content: &'a Content, by: Speaker<'a>) {
    let mismatch = mismatch(event.response());
    let said = match by {
        Speaker::Other(_) if mismatch.is_some() => None,
        Speaker::Other(event) => event.reported(|| told(content, by)),
        Speaker::Own | Speaker::User => told(content, by),
    };
    if let Some(said) = said {
        turns.push(said, by);
    }
    if let (Some(fault), Speaker::Own) = (mismatch, by) {
        turns.push(Content::user(fault), by);
    }
}

fn tell_words<'a>(turns: &mut Turns<'a>, words: Option<Words<'a>>) {
    if let Some((content, by)) = words.map(Words::into_content)
        && let Some(said) = told(&content, by)
    {
        turns.push(said, by);
    }
}

/// What a model is told of a content: the content itself, shared, or a copy without what no
/// provider takes. That is empty parts, calls by anyone but a model, questions to the user, and
/// speakers other than model and user. A user cannot speak
/// as the model.
fn told(content: &Content, by: Speaker<'_>) -> Option<Content> {
    let role = content.role()?;
    if let Speaker::Other(event) = by {
        return foreign::reported(event.author(), content);
    }
    let by_model = *role == Role::Model && !matches!(by, Speaker::User);
    let is_known = by_model || *role == Role::User;
    if is_known && content.is_for_models() && (by_model || !content.has_calls()) {
        return Some(content.clone());
    }
    let may_call = |part: &Part| by_model || part.function_call().is_none();
    let said = content.only(|part| part.is_for_models() && may_call(part))?;
    Some(if is_known {
        said
    } else {
        Content::new(Role::User, said.into_parts())
    })
}

/// Whether an agent on the branch `own` sees an event: its own ones, those of the branches
/// above it, and those of none. An agent without a branch sees all.
fn sees(own: Option<&str>, of_event: Option<&str>) -> bool {
    match (of_event, own) {
        (None | Some(""), _) | (_, None | Some("")) => true,
        (Some(of_event), Some(own)) => own
            .strip_prefix(of_event)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.')),
    }
}

fn between_users(mut contents: Vec<Content>) -> Vec<Content> {
    let by_user = |content: &Content| content.role() == Some(&Role::User);
    if !contents.first().is_some_and(by_user) {
        contents.insert(0, Content::user(BEGIN));
    }
    contents.extend(last_word(contents.last()));
    contents
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branch_sees_itself_and_those_above_it() {
        let event = |branch: &str| {
            let event = Event::builder(USER).content(Content::user(branch));
            event.branch(Some(branch.into())).build()
        };
        let branches = ["", "a", "a.b", "a.b.c", "a.bc", "ab", "b", "a.c"];
        let events = branches.map(event);
        let seen = |own: Option<&str>| {
            let turns = turns_in(events.iter(), "agent", own);
            let said = turns.into_contents(IncludeContents::Default);
            said.iter().map(Content::text).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(seen(Some("a.b")), "a a.b");
        assert_eq!(seen(Some("a")), "a");
        assert_eq!(seen(Some("a.b.c.d")), "a a.b a.b.c");
        assert_eq!(seen(Some("c")), "");
        for root in [None, Some("")] {
            assert_eq!(seen(root), "a a.b a.b.c a.bc ab b a.c");
        }
    }

    #[test]
    fn what_is_told_of_another_agent_is_made_once() {
        let event = Event::builder("other")
            .content(Content::model("Hi."))
            .build();
        let told = |event: &Event| {
            let turns = turns_in([event].into_iter(), "agent", None);
            turns.into_contents(IncludeContents::Default)[0].clone()
        };
        let first = told(&event);
        assert!(std::ptr::eq(first.parts(), told(&event).parts()));
        let changed = event.to_builder().content(Content::model("Ho.")).build();
        assert_ne!(first, told(&changed));
    }

    #[test]
    fn a_call_of_another_branch_takes_no_answer() {
        let call = crate::content::FunctionCall::new("f", serde_json::json!({})).with_id("1");
        let pending = crate::content::FunctionResponse::pending(&call);
        let event = |branch: &str, content: Content| {
            let event = Event::builder("agent").branch(Some(branch.into()));
            event.content(content).build()
        };
        let called = || Content::new(Role::Model, [Part::from_function_call(call.clone())]);
        let answer = Content::new(Role::User, [Part::from_function_response(pending)]);
        let events = [
            event("a", called()),
            event("b", called()),
            event("a", answer.clone()),
        ];
        let turns = turns_in(events.iter(), "agent", Some("a"));
        let said = turns.into_contents(IncludeContents::Default);
        assert_eq!(said, [called(), answer]);
    }
}
