//! What code inside a run writes, until an event carries it.

use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::event::EventActions;

/// Shared by all that hold the context: a panic of one leaves it to the others.
#[derive(Debug, Default)]
pub(super) struct Written(Mutex<EventActions>);

impl Written {
    pub(super) fn lock(&self) -> MutexGuard<'_, EventActions> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn take(&self) -> EventActions {
        mem::take(&mut *self.lock())
    }
}
