//! Answers to questions, before they are believed: only the user's message on the session
//! that was asked can answer, once, with yes or no.

use std::collections::HashSet;

use crate::content::Content;
use crate::error::{Error, ErrorKind, Result};
use crate::event::confirmation_answers;
use crate::session::{Session, pending};

/// Refuses a message with an answer that means nothing; nothing was stored of it.
pub(super) fn check(session: &Session, message: &Content) -> Result<()> {
    let mut answers = confirmation_answers(message).peekable();
    if answers.peek().is_none() {
        return Ok(());
    }
    let mut open: HashSet<_> = pending(session.events())
        .into_iter()
        .map(|pending| pending.request.id().to_owned())
        .collect();
    for (id, answer) in answers {
        if answer.is_none() {
            let text = format!(
                "the answer to `{id}` says neither yes nor no: its response needs a `confirmed` \
                 that is true or false"
            );
            return Err(Error::new(ErrorKind::InvalidAnswer, text));
        }
        if !open.remove(id) {
            tracing::warn!(id, "an answer to no open question was refused");
            let text = format!(
                "no question `{id}` waits in this session: it was never asked here, or was \
                 answered before"
            );
            return Err(Error::new(ErrorKind::InvalidAnswer, text));
        }
    }
    Ok(())
}
