//! The state as code inside a run sees it: the live session under the changes that
//! the current call has made.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Scope;
use super::written::Written;
use crate::session::{ReadState, WriteState};

/// The session's state, to read. A key's prefix is its scope:
/// `app:`, `user:`, `temp:`, or none for the session.
#[derive(Debug, Clone, Copy)]
pub struct ReadonlyState<'a>(&'a Scope);

/// The session's state, to read and write. What is written is seen by this call at
/// once, and by all when the call's event is committed.
///
/// Tool calls of one turn run side by side and do not see each other's writes. These merge in
/// the order in which the model made the calls, however long each takes: of one key the value of
/// the last call stands, but objects merge key by key.
///
/// ```
/// let ctx = adk::testing::tool_context();
/// ctx.state().set("visits", 2);
/// assert_eq!(ctx.state().get_as::<u32>("visits")?, Some(2));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct State<'a> {
    scope: &'a Scope,
    written: &'a Written,
}

impl<'a> ReadonlyState<'a> {
    pub(super) fn new(scope: &'a Scope) -> Self {
        Self(scope)
    }

    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Value> {
        self.0.session().state(key).cloned()
    }

    /// The value of a key as a `T`; `None` when it is absent or `null`.
    ///
    /// # Errors
    /// When the value does not decode as `T`.
    pub fn get_as<T: DeserializeOwned>(&self, key: &str) -> serde_json::Result<Option<T>> {
        self.get(key).map_or(Ok(None), serde_json::from_value)
    }
}

impl<'a> State<'a> {
    pub(super) fn new(scope: &'a Scope, written: &'a Written) -> Self {
        Self { scope, written }
    }

    /// The value of a key; [`get_as`](Self::get_as) decodes it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<Value> {
        let written = self.written.lock().state_delta().get(key).cloned();
        written.or_else(|| self.scope.session().state(key).cloned())
    }

    /// The value of a key as a `T`; `None` when it is absent or `null`.
    ///
    /// # Errors
    /// When the value does not decode as `T`.
    pub fn get_as<T: DeserializeOwned>(&self, key: &str) -> serde_json::Result<Option<T>> {
        self.get(key).map_or(Ok(None), serde_json::from_value)
    }

    /// Sets a key; of a value with fields, to what `serde_json::to_value(&value)?` gives.
    /// A key that is set to `null` reads as `null`.
    pub fn set(&self, key: impl Into<String>, value: impl Into<Value>) {
        self.written.lock().state_delta_mut().set(key, value);
    }
}

impl ReadState for ReadonlyState<'_> {
    fn value(&self, key: &str) -> Option<Cow<'_, Value>> {
        self.get(key).map(Cow::Owned)
    }
}

impl ReadState for State<'_> {
    fn value(&self, key: &str) -> Option<Cow<'_, Value>> {
        self.get(key).map(Cow::Owned)
    }
}

impl WriteState for State<'_> {
    fn set_value(self, key: &str, value: Value) {
        self.set(key, value);
    }
}
