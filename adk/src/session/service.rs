//! What a store of sessions does.

use std::fmt;
use std::sync::Arc;

use futures_core::future::BoxFuture;
use jiff::Timestamp;
use serde_json::Value;

use super::{AppName, Session, SessionKey, UserId};
use crate::error::Result;
use crate::event::{Event, StateDelta};

/// A session to create.
///
/// ```
/// use adk::session::{NewSession, SessionKey};
///
/// let new = NewSession::new(SessionKey::new("app", "user", "session")).with_state("lang", "fr");
/// assert_eq!(new.state().get("lang").unwrap(), "fr");
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct NewSession {
    key: SessionKey,
    state: StateDelta,
}

/// Which of a session's events are wanted; all by default.
///
/// ```
/// let wanted = adk::session::GetSession::all().recent(10);
/// assert_eq!(wanted.recent, Some(10));
/// ```
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
#[must_use]
pub struct GetSession {
    /// Only so many, the last ones.
    pub recent: Option<usize>,
    /// Of these, only events at this time or after it: the bound is inclusive.
    pub after: Option<Timestamp>,
}

/// A store of sessions.
///
/// An append is atomic and names the revision it builds on, so that two writers never
/// mix: the second is told that its copy is stale.
///
/// To write one: check each new key with [`SessionKey::check`], sort the state by
/// [`StateScope::of`](super::StateScope::of), keep events as
/// [`Event::without_temp_state`] leaves them, and read with [`Session::new`].
pub trait SessionService: fmt::Debug + Send + Sync {
    /// Creates a session.
    ///
    /// # Errors
    /// [`DuplicateName`](crate::ErrorKind::DuplicateName) when it exists,
    /// [`InvalidName`](crate::ErrorKind::InvalidName), or a failure of the store.
    fn create(&self, new: NewSession) -> BoxFuture<'_, Result<Session>>;

    /// Reads a session.
    ///
    /// # Errors
    /// [`SessionNotFound`](crate::ErrorKind::SessionNotFound), or a failure of the store.
    fn get<'a>(&'a self, key: &'a SessionKey, want: GetSession) -> BoxFuture<'a, Result<Session>>;

    /// The sessions of an app, of one user or of all, without their events; those that are
    /// [inner](SessionKey::is_inner) are left out.
    ///
    /// # Errors
    /// A failure of the store.
    fn list<'a>(
        &'a self,
        app: &'a AppName,
        user: Option<&'a UserId>,
    ) -> BoxFuture<'a, Result<Vec<Session>>>;

    /// Deletes a session, and those that [belong to](SessionKey::belongs_to) it; deleting a
    /// missing one succeeds.
    ///
    /// # Errors
    /// A failure of the store.
    fn delete<'a>(&'a self, key: &'a SessionKey) -> BoxFuture<'a, Result<()>>;

    /// Appends an event and its state changes to the session as of revision `expected`,
    /// and returns the new revision. Keys under `temp:` are not stored, and of a partial
    /// event nothing: the revision stays.
    ///
    /// # Errors
    /// [`StaleSession`](crate::ErrorKind::StaleSession) when the session has another
    /// revision by now, [`SessionNotFound`](crate::ErrorKind::SessionNotFound), or a
    /// failure of the store. Nothing is stored then.
    fn append<'a>(
        &'a self,
        key: &'a SessionKey,
        expected: u64,
        event: &'a Event,
    ) -> BoxFuture<'a, Result<u64>>;
}

/// A shared store is the store.
impl<S: SessionService + ?Sized> SessionService for Arc<S> {
    fn create(&self, new: NewSession) -> BoxFuture<'_, Result<Session>> {
        (**self).create(new)
    }

    fn get<'a>(&'a self, key: &'a SessionKey, want: GetSession) -> BoxFuture<'a, Result<Session>> {
        (**self).get(key, want)
    }

    fn list<'a>(
        &'a self,
        app: &'a AppName,
        user: Option<&'a UserId>,
    ) -> BoxFuture<'a, Result<Vec<Session>>> {
        (**self).list(app, user)
    }

    fn delete<'a>(&'a self, key: &'a SessionKey) -> BoxFuture<'a, Result<()>> {
        (**self).delete(key)
    }

    fn append<'a>(
        &'a self,
        key: &'a SessionKey,
        expected: u64,
        event: &'a Event,
    ) -> BoxFuture<'a, Result<u64>> {
        (**self).append(key, expected, event)
    }
}

impl NewSession {
    /// An empty session under `key`.
    pub fn new(key: SessionKey) -> Self {
        Self {
            key,
            state: StateDelta::new(),
        }
    }

    /// The same session that starts with a value in its state.
    pub fn with_state(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.state.set(key, value);
        self
    }

    /// The same session that starts with these values too, as [`StateDelta::with`] gathers them.
    ///
    /// ```
    /// use adk::StateDelta;
    /// use adk::session::{NewSession, SessionKey};
    ///
    /// let delta = StateDelta::from([("lang", "fr")]);
    /// let new = NewSession::new(SessionKey::new("app", "user", "session")).with_state_delta(delta);
    /// assert_eq!(new.state().get("lang").unwrap(), "fr");
    /// ```
    pub fn with_state_delta(mut self, delta: StateDelta) -> Self {
        self.state.merge(delta);
        self
    }

    /// Where it is to be found.
    #[must_use]
    pub fn key(&self) -> &SessionKey {
        &self.key
    }

    /// What its state starts with, of every scope.
    #[must_use]
    pub fn state(&self) -> &StateDelta {
        &self.state
    }
}

impl GetSession {
    /// All events.
    pub fn all() -> Self {
        Self::default()
    }

    /// The last `count` events only.
    pub fn recent(mut self, count: usize) -> Self {
        self.recent = Some(count);
        self
    }

    /// Of these, only events at `time` or after it.
    pub fn after(mut self, time: Timestamp) -> Self {
        self.after = Some(time);
        self
    }
}
