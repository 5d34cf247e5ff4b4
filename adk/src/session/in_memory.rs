//! Sessions in memory: for programs that need no more, and for tests.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::iter;
use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_core::future::BoxFuture;
use futures_util::future::ready;
use jiff::Timestamp;
use serde_json::Value;

use super::history::History;
use super::{
    AppName, GetSession, KeyMap, NewSession, Session, SessionKey, SessionService, StateScope,
    UserId,
};
use crate::error::{Error, ErrorKind, Result};
use crate::event::{Event, StateDelta};

type Values = BTreeMap<String, Value>;

/// Keeps sessions until it is dropped.
///
/// ```
/// let service = adk::session::InMemorySessionService::new();
/// # let _ = service;
/// ```
#[derive(Debug, Default)]
pub struct InMemorySessionService(Mutex<Store>);

#[derive(Debug, Default)]
struct Store {
    sessions: KeyMap<Stored>,
    /// Which of them are inner, those of one outer session side by side.
    inner: BTreeSet<SessionKey>,
    apps: HashMap<AppName, App>,
}

/// What the sessions of an app share.
#[derive(Debug, Default)]
struct App {
    state: Values,
    users: HashMap<UserId, Values>,
}

#[derive(Debug)]
struct Stored {
    state: Values,
    events: History,
    revision: u64,
    last_update_time: Timestamp,
}

impl InMemorySessionService {
    /// A store without sessions.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SessionService for InMemorySessionService {
    fn create(&self, new: NewSession) -> BoxFuture<'_, Result<Session>> {
        Box::pin(async move {
            new.key().check()?;
            let mut store = self.store();
            let Entry::Vacant(place) = store.sessions.entry(new.key().clone()) else {
                return Err(Error::new(
                    ErrorKind::DuplicateName,
                    format!(
                        "session `{}` exists already: get it, or choose another id",
                        new.key().session()
                    ),
                ));
            };
            place.insert(Stored {
                state: Values::new(),
                events: History::default(),
                revision: 0,
                last_update_time: Timestamp::now(),
            });
            if new.key().is_inner() {
                store.inner.insert(new.key().clone());
            }
            store.change(new.key(), new.state());
            store.read(new.key(), GetSession::all())
        })
    }

    fn get<'a>(&'a self, key: &'a SessionKey, want: GetSession) -> BoxFuture<'a, Result<Session>> {
        Box::pin(async move { self.store().read(key, want) })
    }

    fn list<'a>(
        &'a self,
        app: &'a AppName,
        user: Option<&'a UserId>,
    ) -> BoxFuture<'a, Result<Vec<Session>>> {
        let store = self.store();
        let mut keys: Vec<_> = store
            .sessions
            .keys()
            .filter(|key| key.app() == app && user.is_none_or(|user| key.user() == user))
            .filter(|key| !key.is_inner())
            .collect();
        keys.sort();
        let read = |key| store.read(key, GetSession::all().recent(0));
        Box::pin(ready(keys.into_iter().map(read).collect()))
    }

    fn delete<'a>(&'a self, key: &'a SessionKey) -> BoxFuture<'a, Result<()>> {
        self.store().delete(key);
        Box::pin(ready(Ok(())))
    }

    fn append<'a>(
        &'a self,
        key: &'a SessionKey,
        expected: u64,
        event: &'a Event,
    ) -> BoxFuture<'a, Result<u64>> {
        Box::pin(async move { self.store().append(key, expected, event) })
    }
}

impl Store {
    fn read(&self, key: &SessionKey, want: GetSession) -> Result<Session> {
        let stored = self.sessions.get(key).ok_or_else(|| not_found(key))?;
        let mut state = stored.state.clone();
        if let Some(app) = self.apps.get(key.app()) {
            let user = app.users.get(key.user());
            for values in iter::once(&app.state).chain(user) {
                state.extend(values.clone());
            }
        }
        Ok(Session {
            key: key.clone(),
            state,
            events: select(&stored.events, want),
            revision: stored.revision,
            last_update_time: stored.last_update_time,
        })
    }

    fn append(&mut self, key: &SessionKey, expected: u64, event: &Event) -> Result<u64> {
        let stored = self.sessions.get_mut(key).ok_or_else(|| not_found(key))?;
        if stored.revision != expected {
            return Err(Error::new(
                ErrorKind::StaleSession,
                format!(
                    "session `{}` is at revision {}, not {expected}: read it again",
                    key.session(),
                    stored.revision
                ),
            ));
        }
        if event.is_partial() {
            return Ok(stored.revision);
        }
        let event = event.without_temp_state();
        stored.revision += 1;
        stored.last_update_time = event.timestamp();
        stored.events.push(event.clone());
        let revision = stored.revision;
        self.change(key, event.actions().state_delta());
        Ok(revision)
    }

    fn app(&mut self, key: &SessionKey) -> &mut App {
        self.apps.entry(key.app().clone()).or_default()
    }

    fn delete(&mut self, key: &SessionKey) {
        let inner = self.inner.range(key.inner("")..);
        let inner = inner.take_while(|inner| inner.belongs_to(key));
        for key in inner.chain([key]).cloned().collect::<Vec<_>>() {
            self.sessions.remove(&key);
            self.inner.remove(&key);
        }
    }

    fn change(&mut self, key: &SessionKey, delta: &StateDelta) {
        for (name, value) in delta.iter() {
            let values = match StateScope::of(name) {
                StateScope::App => &mut self.app(key).state,
                StateScope::User => self.app(key).users.entry(key.user().clone()).or_default(),
                StateScope::Session => match self.sessions.get_mut(key) {
                    Some(stored) => &mut stored.state,
                    None => continue,
                },
                StateScope::Temp => continue,
            };
            values.insert(name.to_owned(), value.clone());
        }
    }
}

fn select(events: &History, want: GetSession) -> History {
    if want.recent.is_none() && want.after.is_none() {
        return events.clone();
    }
    let skipped = want
        .recent
        .map_or(0, |recent| events.iter().len().saturating_sub(recent));
    let recent = events.iter().skip(skipped);
    recent
        .filter(|event| want.after.is_none_or(|after| event.timestamp() >= after))
        .cloned()
        .collect()
}

fn not_found(key: &SessionKey) -> Error {
    // Each new conversation comes by here.
    let text = [
        "user `",
        key.user().as_str(),
        "` of app `",
        key.app().as_str(),
        "` has no session `",
        key.session().as_str(),
        "`: create it first",
    ];
    Error::new(ErrorKind::SessionNotFound, text.concat())
}
