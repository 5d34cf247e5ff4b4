//! The conversation in the order that every provider wants: the model speaks once in a
//! row, and each of its calls is followed by the answers to it.

use std::collections::HashSet;
use std::ops::Range;
use std::{iter, mem};

use super::foreign;
use crate::content::{Content, FunctionCall, FunctionResponse, Part, Role};
use crate::event::Event;
use crate::flow::IncludeContents;

/// The contents so far, calls paired with their answers.
pub(super) struct Turns<'a> {
    all: Vec<Turn<'a>>,
    /// The ids of calls that may be answered later.
    later: HashSet<Box<str>>,
    /// Where an answer came last: the turns from behind its call to the agent's last word.
    between: Range<usize>,
    /// Where the current turn of the agent begins: with what others said.
    begin: usize,
}

/// Who says something.
#[derive(Clone, Copy)]
pub(super) enum Speaker<'a> {
    /// The agent itself.
    Own,
    /// The user.
    User,
    /// Another agent, in this event.
    Other(&'a Event),
}

struct Turn<'a> {
    /// What its model said before in the same turn, without calls.
    before: Vec<Part>,
    said: Content,
    by: Speaker<'a>,
    /// The responses to its calls, where the agent itself calls.
    answers: Option<Responses>,
}

/// The responses to one content's calls.
enum Responses {
    /// One content that answers them all in order: shared as it is.
    Whole(Content),
    /// One place a call, the latest answer in it; none before the first.
    Each(Vec<Option<Part>>),
}

impl<'a> Turns<'a> {
    pub(super) fn with_capacity(turns: usize) -> Self {
        Self {
            all: Vec::with_capacity(turns),
            later: HashSet::new(),
            between: 0..0,
            begin: 0,
        }
    }

    /// Takes up which calls may be answered later.
    pub(super) fn expect_later<'b>(&mut self, ids: impl Iterator<Item = &'b str>) {
        for id in ids {
            self.later.insert(id.into());
        }
    }

    /// Takes up the next content.
    pub(super) fn push(&mut self, said: Content, by: Speaker<'a>) {
        self.between = 0..0;
        if said.has_responses() {
            self.answer(said, by);
        } else {
            self.say(said, by);
        }
    }

    fn say(&mut self, said: Content, by: Speaker<'a>) {
        let answers = said.has_calls().then(Responses::default);
        match self.all.last_mut() {
            Some(last) if last.answers.is_none() && is_models(&said) && is_models(&last.said) => {
                let before = mem::replace(&mut last.said, said);
                last.before.extend(before.parts().iter().cloned());
                last.answers = answers;
            }
            _ => {
                if !matches!(by, Speaker::Own) {
                    self.begin = self.all.len();
                }
                self.all.push(Turn {
                    before: Vec::new(),
                    said,
                    by,
                    answers,
                });
            }
        }
    }

    /// Puts answers behind their calls; an answer to no call is left out.
    fn answer(&mut self, content: Content, by: Speaker<'a>) {
        if let Some(last) = self.all.last_mut()
            && let Some(answers) = &mut last.answers
            && answers_all(&last.said, &content)
        {
            *answers = Responses::Whole(content);
            return;
        }
        let end = self.all.len();
        let answered = content
            .parts()
            .iter()
            .filter_map(|part| self.answer_one(part, by));
        let answered = answered.max();
        if let Some(beside) = content.only(|part| part.function_response().is_none()) {
            self.say(beside, by);
        }
        if let Some(answered) = answered {
            let by_other = |turn: &Turn| !matches!(turn.by, Speaker::Own);
            let begin = self.all[..=answered].iter().rposition(by_other);
            self.begin = begin.unwrap_or(answered);
            let replied = self.all[..end]
                .iter()
                .rposition(|turn| is_models(&turn.said));
            self.between = answered + 1..replied.map_or(end, |last| last + 1);
        }
    }

    /// Puts an answer behind the latest call of its id, and says where that is; what the
    /// user answers another agent is told.
    fn answer_one(&mut self, part: &Part, by: Speaker<'a>) -> Option<usize> {
        let response = part.function_response()?;
        let id = response.id()?;
        let may_answer = |turn: &Turn| !matches!((by, turn.by), (Speaker::Own, Speaker::Other(_)));
        let turns = self.all.iter_mut().enumerate().rev();
        let mut turns = turns.filter(|(_, turn)| may_answer(turn));
        let (at, turn, index) = turns.find_map(|(at, turn)| {
            let index = turn.calls().position(|call| call.id() == Some(id))?;
            Some((at, turn, index))
        })?;
        if let Speaker::Other(event) = turn.by {
            let said = foreign::reported_answer(event.author(), response);
            self.say(said, by);
            return None;
        }
        turn.answers.as_mut()?.set(&turn.said, index, part);
        Some(at)
    }

    /// The contents in order.
    pub(super) fn into_contents(mut self, include: IncludeContents) -> Vec<Content> {
        self.leave_out(include);
        let mut contents = Vec::with_capacity(self.all.len() * 2);
        for turn in self.all {
            let answers = turn.answers;
            let answers = answers.map(|answers| answers.into_content(&turn.said, &self.later));
            contents.push(joined(turn.before, turn.said));
            contents.extend(answers);
        }
        contents
    }

    /// Where an answer came late and last, what was said meanwhile, and replied to, is left
    /// out but for other calls: the model goes on from the answer.
    fn leave_out(&mut self, include: IncludeContents) {
        if !self.between.is_empty() {
            let mut places = 0..;
            self.all.retain(|turn| {
                let is_between = places.next().is_some_and(|at| self.between.contains(&at));
                turn.answers.is_some() || !is_between
            });
        }
        if include == IncludeContents::None {
            self.all.drain(..self.begin);
        }
    }
}

impl Turn<'_> {
    /// The calls in it, those that are only told of included.
    fn calls(&self) -> impl Iterator<Item = &FunctionCall> {
        let content = match self.by {
            Speaker::Other(event) => event.content(),
            Speaker::Own | Speaker::User => Some(&self.said),
        };
        content.into_iter().flat_map(Content::function_calls)
    }
}

impl Responses {
    fn set(&mut self, calls: &Content, index: usize, part: &Part) {
        let mut each = match mem::take(self) {
            Self::Whole(whole) => whole.into_parts().into_iter().map(Some).collect(),
            Self::Each(each) => each,
        };
        each.resize(calls.function_calls().count(), None);
        each[index] = Some(part.clone());
        *self = Self::Each(each);
    }

    /// One content of the answers in call order. A call that was not answered, because it is
    /// answered later, or because its run was dropped or failed, is answered here: no
    /// provider accepts it otherwise.
    fn into_content(self, calls: &Content, later: &HashSet<Box<str>>) -> Content {
        let each = match self {
            Self::Whole(whole) => return whole,
            Self::Each(each) => each,
        };
        let answers = each.into_iter().chain(iter::repeat(None));
        let parts = calls.function_calls().zip(answers);
        let parts = parts.map(|(call, answer)| answer.unwrap_or_else(|| absent(call, later)));
        Content::new(Role::User, parts)
    }
}

impl Default for Responses {
    fn default() -> Self {
        Self::Each(Vec::new())
    }
}

fn joined(mut before: Vec<Part>, said: Content) -> Content {
    if before.is_empty() {
        return said;
    }
    before.extend(said.into_parts());
    Content::new(Role::Model, before)
}

pub(super) fn is_models(content: &Content) -> bool {
    content.role() == Some(&Role::Model)
}

/// Whether a content is the answers to these calls, all of them and in order.
pub(super) fn answers_all(calls: &Content, answers: &Content) -> bool {
    let mut asked = calls.function_calls();
    let mut answers_next = |part: &Part| match (part.function_response(), asked.next()) {
        (Some(response), Some(call)) => response.id() == call.id(),
        _ => false,
    };
    answers.role() == Some(&Role::User)
        && answers.parts().iter().all(&mut answers_next)
        && asked.next().is_none()
}

fn absent(call: &FunctionCall, later: &HashSet<Box<str>>) -> Part {
    let comes_later = call.id().is_some_and(|id| later.contains(id));
    Part::from_function_response(if comes_later {
        FunctionResponse::pending(call)
    } else {
        FunctionResponse::cancelled(call)
    })
}
