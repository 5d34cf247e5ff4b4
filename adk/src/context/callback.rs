//! [`CallbackContext`]: what callbacks and plugins may know and do.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, MutexGuard};

use serde_json::Value;

use super::written::Written;
use super::{CancellationToken, ReadonlyContext, State, artifact_accessors, shared_accessors};
use crate::event::EventActions;
use crate::session::{ReadState, WriteState};

/// Who asks, the state to read and write, and the artifacts.
///
/// ```
/// use adk::CallbackContext;
///
/// fn count(ctx: &CallbackContext) {
///     let calls = ctx.state().get("calls").and_then(|value| value.as_u64()).unwrap_or(0);
///     ctx.state().set("calls", calls + 1);
/// }
/// ```
#[derive(Clone)]
pub struct CallbackContext {
    pub(crate) readonly: ReadonlyContext,
    written: Arc<Written>,
}

impl CallbackContext {
    shared_accessors!();
    artifact_accessors!();

    fn base(&self) -> &ReadonlyContext {
        &self.readonly
    }

    pub(crate) fn new(readonly: ReadonlyContext) -> Self {
        Self {
            readonly,
            written: Arc::default(),
        }
    }

    /// The state; what is written reaches the session with the next event.
    #[must_use]
    pub fn state(&self) -> State<'_> {
        State::new(&self.readonly.scope, &self.written)
    }

    /// Is cancelled when the run is; cancelling it ends the run.
    #[must_use]
    pub fn cancellation(&self) -> &CancellationToken {
        &self.readonly.scope.cancellation
    }

    /// The context without its write side.
    #[must_use]
    pub fn readonly(&self) -> &ReadonlyContext {
        &self.readonly
    }

    pub(crate) fn changes(&self) -> MutexGuard<'_, EventActions> {
        self.written.lock()
    }

    /// Takes what was written so far, for the event that carries it.
    pub(crate) fn take_actions(&self) -> EventActions {
        self.written.take()
    }
}

impl ReadState for CallbackContext {
    fn value(&self, key: &str) -> Option<Cow<'_, Value>> {
        self.state().get(key).map(Cow::Owned)
    }
}

impl WriteState for &CallbackContext {
    fn set_value(self, key: &str, value: Value) {
        self.state().set(key, value);
    }
}

impl fmt::Debug for CallbackContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallbackContext")
            .field("readonly", &self.readonly)
            .finish_non_exhaustive()
    }
}
