//! Sessions: what was said and done between one user and one app, and the state
//! beside it. Services keep them; the runner alone writes to them.

mod history;
mod in_memory;
mod key;
mod key_map;
mod service;
mod state;
mod state_access;
mod state_fault;
mod state_key;
mod waiting;

pub use history::Events;
pub use in_memory::InMemorySessionService;
pub use key::{AppName, SessionId, SessionKey, UserId};
pub use service::{GetSession, NewSession, SessionService};
pub use state::StateScope;
pub use state_access::{ReadState, WriteState};
pub use state_key::{StateKey, StateKeys, StateValue};

pub(crate) use key::check_name;
pub(crate) use key_map::KeyMap;
pub(crate) use waiting::{Waiting, waiting};

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::Value;

use crate::event::{ConfirmationRequest, Event};
use history::History;

/// One conversation with its state, as of one revision.
///
/// A copy shares its events.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// use adk::session::{InMemorySessionService, NewSession, SessionKey, SessionService};
///
/// let service = InMemorySessionService::new();
/// let key = SessionKey::new("weather_app", "user-1", "session-1");
/// let session = service.create(NewSession::new(key).with_state("city", "Paris")).await?;
/// assert_eq!(session.state("city").unwrap(), "Paris");
/// assert_eq!(session.events().len(), 0);
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct Session {
    key: SessionKey,
    state: BTreeMap<String, Value>,
    events: History,
    revision: u64,
    last_update_time: Timestamp,
}

impl Session {
    /// A session as a store has read it: all its state, `app:` and `user:` keys included,
    /// and the events that were asked for, oldest first.
    ///
    /// ```
    /// use adk::platform::{Platform, SystemPlatform};
    /// use adk::session::{Session, SessionKey};
    ///
    /// let key = SessionKey::new("weather_app", "user-1", "session-1");
    /// let state = [("city".to_owned(), "Paris".into())];
    /// let session = Session::new(key, state, [], 0, SystemPlatform::default().now());
    /// assert_eq!(session.state("city").unwrap(), "Paris");
    /// ```
    pub fn new(
        key: SessionKey,
        state: impl IntoIterator<Item = (String, Value)>,
        events: impl IntoIterator<Item = Event>,
        revision: u64,
        last_update_time: Timestamp,
    ) -> Self {
        Self {
            key,
            state: state.into_iter().collect(),
            events: events.into_iter().collect(),
            revision,
            last_update_time,
        }
    }

    /// App, user and session id.
    #[must_use]
    pub fn key(&self) -> &SessionKey {
        &self.key
    }

    /// The value of a key, by its full name with the scope's prefix.
    #[must_use]
    pub fn state(&self, key: &str) -> Option<&Value> {
        self.state.get(key)
    }

    /// All keys with their values, `app:` and `user:` ones included.
    pub fn state_entries(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.state.iter().map(|(key, value)| (&**key, value))
    }

    /// The events, oldest first.
    #[must_use]
    pub fn events(&self) -> Events<'_> {
        self.events.iter()
    }

    /// The questions that still wait for an answer, oldest first: for a program that was started
    /// anew, or a page that is opened again.
    ///
    /// A client that has no more of a question than its [id](ConfirmationRequest::id) answers
    /// with a [`FunctionResponse`](crate::content::FunctionResponse) of that id, under the name
    /// `adk_request_confirmation`, whose `confirmed` is true or false.
    #[must_use]
    pub fn pending_confirmations(&self) -> Vec<ConfirmationRequest> {
        let waiting = waiting(self.events()).into_iter();
        waiting.filter_map(|waiting| waiting.question).collect()
    }

    /// How often the session was changed; [`SessionService::append`] asks for it.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// When it was changed last.
    #[must_use]
    pub fn last_update_time(&self) -> Timestamp {
        self.last_update_time
    }

    /// Takes up an event that the service has accepted under `revision`.
    pub(crate) fn apply(&mut self, event: Event, revision: u64) {
        for (key, value) in event.actions().state_delta().iter() {
            self.state.insert(key.to_owned(), value.clone());
        }
        self.last_update_time = event.timestamp();
        self.revision = revision;
        self.events.push(event);
    }
}
