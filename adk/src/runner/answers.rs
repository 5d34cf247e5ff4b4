//! Checks the answers in the user's message: each must answer a call that waits in this session,
//! a question only once, and with yes or no.

use std::sync::Arc;

use crate::content::{Content, FunctionResponse};
use crate::error::{Error, ErrorKind, Result};
use crate::event::confirmation_answers;
use crate::invocation::{AgentTree, Answer, Given};
use crate::session::{Session, Waiting, waiting};

/// What the user's message answers, and what still waits after it.
#[derive(Debug, Default)]
pub(super) struct Reply {
    pub(super) answers: Vec<Answer>,
    /// The invocation that goes on.
    pub(super) invocation_id: Option<Arc<str>>,
    /// Whether calls of another one are answered too.
    mixed: bool,
    /// The calls of that invocation that still wait: id, and who made it.
    pub(super) left: Vec<(Box<str>, Box<str>)>,
}

/// Reads the answers in a message.
///
/// # Errors
/// [`ErrorKind::InvalidAnswer`] for one that means nothing; nothing was stored of the message.
pub(super) fn read(session: &Session, message: &Content) -> Result<Reply> {
    if message.function_responses().next().is_none() {
        return Ok(Reply::default());
    }
    let mut open = waiting(session.events());
    check(message, &open)?;
    let mut reply = Reply::default();
    for (id, answer) in confirmation_answers(message) {
        let Some(answer) = answer else {
            return Err(unclear(id));
        };
        let is_it = |waiting: &Waiting<'_>| waiting.id == id && waiting.question.is_some();
        let asked = take(&mut open, is_it).ok_or_else(|| unknown(id))?;
        if asked.inner.is_some() {
            reply.inner(&asked, message);
        } else if let Some(question) = &asked.question {
            let answer = answer.asked_by_tool(question.is_by_tool());
            reply.add(&asked, Given::Confirmation(question.call().clone(), answer));
        }
    }
    for response in message.function_responses() {
        let is_it =
            |waiting: &Waiting<'_>| Some(waiting.id) == response.id() && waiting.question.is_none();
        match take(&mut open, is_it) {
            Some(call) if call.inner.is_some() => reply.inner(&call, message),
            Some(call) => reply.add(&call, Given::Result),
            None => {}
        }
    }
    let id = reply.invocation_id.as_deref();
    let left = open
        .iter()
        .filter(|open| Some(open.event.invocation_id()) == id);
    reply.left = left
        .map(|open| (open.id.into(), open.event.author().into()))
        .collect();
    Ok(reply)
}

impl Reply {
    /// Leaves out results for agents that are not there any more; the history keeps them.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownAgent`] where such a one waits to make a call,
    /// [`ErrorKind::InvalidAnswer`] for calls of two runs of a plan: it can go on in one.
    pub(super) fn find_askers(&mut self, tree: &AgentTree) -> Result<()> {
        let is_gone = |answer: &Answer| tree.find(&answer.asker).is_none();
        let makes_call = |answer: &&Answer| !matches!(answer.given, Given::Result);
        if let Some(gone) = self
            .answers
            .iter()
            .filter(makes_call)
            .find(|one| is_gone(one))
        {
            return Err(gone_asker(&gone.asker));
        }
        self.answers.retain(|answer| !is_gone(answer));
        let mut askers = self
            .answers
            .iter()
            .filter_map(|answer| tree.find(&answer.asker));
        if self.mixed && askers.any(|asker| tree.follows_plan(asker)) {
            return Err(mixed());
        }
        Ok(())
    }

    /// Adds what the message says about a call inside an agent tool, under that call's id.
    fn inner(&mut self, asked: &Waiting<'_>, message: &Content) {
        let mut said = message.function_responses();
        let said = said.find(|response| response.id() == Some(asked.id));
        if let (Some(inner), Some(said)) = (asked.inner, said) {
            let id = inner.call.id().unwrap_or_default();
            let said = said.clone().with_id(id);
            self.add(asked, Given::Inner(inner.clone(), said));
        }
    }

    fn add(&mut self, asked: &Waiting<'_>, given: Given) {
        self.answers.push(Answer {
            asker: asked.event.author().into(),
            given,
        });
        let id = asked.event.invocation_id();
        self.mixed |= self
            .invocation_id
            .as_deref()
            .is_some_and(|known| known != id);
        self.invocation_id = Some(id.into());
    }
}

/// Refuses a response to a question under another name than the question's: stored, it would
/// use the question up.
fn check(message: &Content, open: &[Waiting<'_>]) -> Result<()> {
    let mut confirmations: Vec<_> = confirmation_answers(message).map(|(id, _)| id).collect();
    let ids = message
        .function_responses()
        .filter_map(FunctionResponse::id);
    for id in ids {
        if let Some(index) = confirmations.iter().position(|answer| *answer == id) {
            confirmations.swap_remove(index);
        } else if open
            .iter()
            .any(|open| open.id == id && open.question.is_some())
        {
            return Err(misnamed(id));
        }
    }
    Ok(())
}

fn take<'a>(
    open: &mut Vec<Waiting<'a>>,
    is_it: impl Fn(&Waiting<'_>) -> bool,
) -> Option<Waiting<'a>> {
    let index = open.iter().position(is_it)?;
    Some(open.remove(index))
}

fn unclear(id: &str) -> Error {
    let text = format!(
        "the answer to `{id}` says neither yes nor no: its response needs a `confirmed` that is \
         true or false"
    );
    Error::new(ErrorKind::InvalidAnswer, text)
}

fn mixed() -> Error {
    let text = "the message answers calls of two runs of a workflow, which can go on in one at a time: \
                answer each run in a message of its own";
    Error::new(ErrorKind::InvalidAnswer, text)
}

fn gone_asker(name: &str) -> Error {
    let text = format!(
        "agent `{name}`, which asked, is not in this runner's tree: answer with a runner that has it, \
         or add it under that name"
    );
    Error::new(ErrorKind::UnknownAgent, text)
}

fn misnamed(id: &str) -> Error {
    let text =
        format!("`{id}` is a question of `adk_request_confirmation`: its answer has that name too");
    Error::new(ErrorKind::InvalidAnswer, text)
}

fn unknown(id: &str) -> Error {
    tracing::warn!(id, "an answer to no open question was refused");
    let text = format!(
        "no question `{id}` waits in this session: it was never asked here, or was answered before"
    );
    Error::new(ErrorKind::InvalidAnswer, text)
}
