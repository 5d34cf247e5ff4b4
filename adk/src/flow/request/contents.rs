//! What was said so far, as the model is to see it: events that carry content, in an
//! order that every provider accepts, each call followed by the answers to it.

use std::iter;

use crate::content::{Content, FunctionCall, FunctionResponse, Part, Role};
use crate::event::Event;
use crate::invocation::InvocationContext;

pub(super) fn select(ctx: &InvocationContext) -> Vec<Content> {
    let session = ctx.scope().session();
    let events = session.events();
    let mut turns = Turns(Vec::with_capacity(events.len()));
    for event in events {
        if let Some(content) = visible(event, ctx.branch()) {
            turns.push(content);
        }
    }
    turns.into_contents()
}

/// The content of an event that has some and that the branch sees: its own events, those
/// of the branches above it, and those of none.
fn visible<'a>(event: &'a Event, branch: Option<&str>) -> Option<&'a Content> {
    let content = event
        .content()
        .filter(|content| !content.parts().is_empty())?;
    let sees = match (event.branch(), branch) {
        (None | Some(""), _) | (_, None | Some("")) => true,
        (Some(of_event), Some(own)) => own
            .strip_prefix(of_event)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.')),
    };
    (sees && content.role().is_some()).then_some(content)
}

/// The conversation, calls paired with their answers.
struct Turns<'a>(Vec<Turn<'a>>);

struct Turn<'a> {
    said: &'a Content,
    answers: Option<Answers<'a>>,
}

/// The answers to one content's calls.
#[derive(Default)]
struct Answers<'a> {
    /// One content that answers them all in order: shared as it is.
    whole: Option<&'a Content>,
    /// Else one place a call, the latest answer in it.
    each: Vec<Option<&'a Part>>,
}

impl<'a> Turns<'a> {
    fn push(&mut self, said: &'a Content) {
        if said.function_responses().next().is_some() {
            self.answer(said);
        } else {
            let calls = said.function_calls().next().is_some();
            let answers = calls.then(Answers::default);
            self.0.push(Turn { said, answers });
        }
    }

    /// Puts answers behind their calls; an answer to no call is left out.
    fn answer(&mut self, content: &'a Content) {
        if let Some(last) = self.0.last_mut()
            && let Some(answers) = last.answers.as_mut().filter(|answers| answers.is_open())
            && answers_all(last.said, content)
        {
            answers.whole = Some(content);
            return;
        }
        for part in content.parts() {
            if let Some(id) = part.function_response().and_then(FunctionResponse::id) {
                self.answer_one(id, part);
            }
        }
    }

    fn answer_one(&mut self, id: &str, part: &'a Part) {
        for turn in self.0.iter_mut().rev() {
            let mut calls = turn.said.function_calls();
            if let Some(answers) = &mut turn.answers
                && let Some(index) = calls.position(|call| call.id() == Some(id))
            {
                answers.set(turn.said, index, part);
                return;
            }
        }
    }

    fn into_contents(self) -> Vec<Content> {
        let mut contents = Vec::with_capacity(self.0.len() * 2);
        for turn in self.0 {
            contents.push(turn.said.clone());
            if let Some(answers) = turn.answers {
                contents.push(match answers.whole {
                    Some(content) => content.clone(),
                    None => merged(turn.said, &answers.each),
                });
            }
        }
        contents
    }
}

impl<'a> Answers<'a> {
    fn is_open(&self) -> bool {
        self.whole.is_none() && self.each.is_empty()
    }

    fn set(&mut self, calls: &Content, index: usize, part: &'a Part) {
        if let Some(whole) = self.whole.take() {
            self.each = whole.parts().iter().map(Some).collect();
        }
        self.each.resize(calls.function_calls().count(), None);
        self.each[index] = Some(part);
    }
}

fn answers_all(calls: &Content, answers: &Content) -> bool {
    let asked = calls.function_calls().map(FunctionCall::id);
    asked.eq(answers.function_responses().map(FunctionResponse::id))
        && answers.function_responses().count() == answers.parts().len()
}

/// One content of the answers in call order. A call that was never answered, because its
/// run was dropped or failed, is answered here: no provider accepts it otherwise.
fn merged(calls: &Content, answers: &[Option<&Part>]) -> Content {
    let answers = answers.iter().copied().chain(iter::repeat(None));
    let parts = calls.function_calls().zip(answers);
    let parts = parts.map(|(call, answer)| answer.cloned().unwrap_or_else(|| cancelled(call)));
    Content::new(Role::User, parts)
}

fn cancelled(call: &FunctionCall) -> Part {
    Part::from_function_response(FunctionResponse::cancelled(call))
}
