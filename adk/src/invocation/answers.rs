//! What the message of a run answers, until the agents that asked take it, and which calls the
//! run waits for at its end.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::content::{Content, FunctionCall, FunctionResponse};
use crate::event::{Event, InnerCall, ToolConfirmation};

/// An answer of the user, and the agent whose call waited for it.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) asker: Box<str>,
    pub(crate) given: Given,
}

/// What was answered.
#[derive(Debug)]
pub(crate) enum Given {
    /// Whether this call may be made.
    Confirmation(FunctionCall, ToolConfirmation),
    /// The result of a call; the history holds it.
    Result,
    /// What a call inside an agent tool waited for, as the user said it.
    Inner(InnerCall, FunctionResponse),
}

/// The answers that no agent has taken yet.
#[derive(Debug, Default)]
pub(crate) struct Answers(Mutex<Vec<Answer>>);

/// The calls that wait for the user: id to the agent that made the call.
#[derive(Debug, Default)]
pub(crate) struct Waits(Mutex<BTreeMap<Box<str>, Box<str>>>);

impl Answers {
    pub(super) fn replace(&self, answers: Vec<Answer>) {
        *self.left() = answers;
    }

    /// Takes the answers to an agent: nobody else sees them, and nobody twice.
    pub(crate) fn take(&self, asker: &str) -> Vec<Answer> {
        let mut left = self.left();
        left.extract_if(.., |answer| *answer.asker == *asker)
            .collect()
    }

    /// The agents whose answers are left, as `place` finds them.
    pub(super) fn askers<P>(&self, place: impl Fn(&str) -> Option<P>) -> Vec<P> {
        let left = self.left();
        left.iter()
            .filter_map(|answer| place(&answer.asker))
            .collect()
    }

    fn left(&self) -> MutexGuard<'_, Vec<Answer>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waits {
    pub(super) fn add(&self, open: impl IntoIterator<Item = (Box<str>, Box<str>)>) {
        self.open().extend(open);
    }

    /// Takes up an event of the session: calls that wait, and what their agents answered them.
    pub(crate) fn note(&self, event: &Event) {
        let mut open = self.open();
        let mut later = event.long_running_tool_ids();
        if later.len() == 0 && open.is_empty() {
            return;
        }
        open.extend(later.by_ref().map(|id| (id.into(), event.author().into())));
        let content = event.content().into_iter();
        let answers = content.flat_map(Content::function_responses);
        for id in answers.filter_map(FunctionResponse::id) {
            if open.get(id).is_some_and(|asker| **asker == *event.author()) {
                open.remove(id);
            }
        }
    }

    /// Whether a call of such an agent waits.
    pub(super) fn any_of(&self, is_one: impl Fn(&str) -> bool) -> bool {
        self.open().values().any(|asker| is_one(asker))
    }

    fn open(&self) -> MutexGuard<'_, BTreeMap<Box<str>, Box<str>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
