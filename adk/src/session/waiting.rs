//! The questions of a session that wait for an answer. They are data in the store: what
//! asked may be another process, and long gone.

use std::collections::HashSet;

use crate::event::{ConfirmationRequest, Event, USER};

/// A question, and the agent whose run asked it.
#[derive(Debug, Clone)]
pub(crate) struct Pending {
    pub(crate) request: ConfirmationRequest,
    pub(crate) author: Box<str>,
}

/// The questions that no message of the user has answered, oldest first.
pub(crate) fn pending<'a>(events: impl DoubleEndedIterator<Item = &'a Event>) -> Vec<Pending> {
    let (mut answered, mut pending) = (HashSet::new(), Vec::new());
    for event in events.rev() {
        if event.author() == USER {
            answered.extend(event.confirmation_answers().map(|(id, _)| id));
            continue;
        }
        let asked = event.confirmation_requests();
        let open = asked.filter(|request| !answered.contains(request.id()));
        let open: Vec<_> = open.collect();
        pending.extend(open.into_iter().rev().map(|request| Pending {
            request,
            author: event.author().into(),
        }));
    }
    pending.reverse();
    pending
}
