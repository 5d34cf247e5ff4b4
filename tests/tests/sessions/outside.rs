//! A store of sessions written from the public API alone, as another crate writes one: what
//! it keeps is the text of its events.

use std::collections::BTreeMap;
use std::sync::Mutex;

use adk::session::{AppName, GetSession, NewSession, SessionKey, StateScope, UserId};
use adk::{Error, ErrorKind, Event, Result, Session, SessionService, StateDelta};
use futures::future::{BoxFuture, FutureExt, ready};
use jiff::Timestamp;
use serde_json::Value;

/// Values under who shares them, then under their key.
type State = BTreeMap<(String, String), Value>;

#[derive(Debug, Default)]
pub(crate) struct Journal(Mutex<Books>);

#[derive(Debug, Default)]
struct Books {
    sessions: BTreeMap<SessionKey, Vec<String>>,
    state: State,
}

fn owner(key: &SessionKey, scope: StateScope) -> Option<String> {
    match scope {
        StateScope::App => Some(key.app().to_string()),
        StateScope::User => Some(format!("{}/{}", key.app(), key.user())),
        StateScope::Session => Some(format!("{}/{}/{}", key.app(), key.user(), key.session())),
        _ => None,
    }
}

impl Books {
    fn change(&mut self, key: &SessionKey, delta: &StateDelta) {
        for (name, value) in delta.iter() {
            if let Some(owner) = owner(key, StateScope::of(name)) {
                self.state.insert((owner, name.to_owned()), value.clone());
            }
        }
    }

    fn read(&self, key: &SessionKey, want: GetSession) -> Result<Session> {
        let lines = self.sessions.get(key).ok_or_else(|| missing(key))?;
        let events: Vec<Event> = lines
            .iter()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let changed = events
            .last()
            .map_or(Timestamp::UNIX_EPOCH, Event::timestamp);
        let skipped = events.len() - want.recent.unwrap_or(events.len()).min(events.len());
        let wanted = events.into_iter().skip(skipped);
        let wanted =
            wanted.filter(|event| want.after.is_none_or(|after| event.timestamp() >= after));
        let state = self.state.iter().filter_map(|((of, name), value)| {
            let seen = owner(key, StateScope::of(name)).as_ref() == Some(of);
            seen.then(|| (name.clone(), value.clone()))
        });
        let revision = lines.len() as u64;
        Ok(Session::new(key.clone(), state, wanted, revision, changed))
    }

    fn create(&mut self, new: &NewSession) -> Result<Session> {
        new.key().check()?;
        if self.sessions.contains_key(new.key()) {
            return Err(Error::new(ErrorKind::DuplicateName, "it exists already"));
        }
        self.sessions.insert(new.key().clone(), Vec::new());
        self.change(new.key(), new.state());
        self.read(new.key(), GetSession::all())
    }

    fn append(&mut self, key: &SessionKey, expected: u64, event: &Event) -> Result<u64> {
        let lines = self.sessions.get_mut(key).ok_or_else(|| missing(key))?;
        if lines.len() as u64 != expected {
            return Err(Error::new(ErrorKind::StaleSession, "read it again"));
        }
        if !event.is_partial() {
            lines.push(serde_json::to_string(&event.without_temp_state()).unwrap());
            self.change(key, event.actions().state_delta());
        }
        Ok(self.sessions[key].len() as u64)
    }
}

fn missing(key: &SessionKey) -> Error {
    Error::new(ErrorKind::SessionNotFound, key.session().to_string())
}

impl SessionService for Journal {
    fn create(&self, new: NewSession) -> BoxFuture<'_, Result<Session>> {
        ready(self.0.lock().unwrap().create(&new)).boxed()
    }

    fn get<'a>(&'a self, key: &'a SessionKey, want: GetSession) -> BoxFuture<'a, Result<Session>> {
        ready(self.0.lock().unwrap().read(key, want)).boxed()
    }

    fn list<'a>(
        &'a self,
        app: &'a AppName,
        user: Option<&'a UserId>,
    ) -> BoxFuture<'a, Result<Vec<Session>>> {
        let books = self.0.lock().unwrap();
        let keys = books.sessions.keys().filter(|key| !key.is_inner());
        let keys =
            keys.filter(|key| key.app() == app && user.is_none_or(|user| key.user() == user));
        let read = |key| books.read(key, GetSession::all().recent(0));
        ready(keys.map(read).collect()).boxed()
    }

    fn delete<'a>(&'a self, key: &'a SessionKey) -> BoxFuture<'a, Result<()>> {
        let mut books = self.0.lock().unwrap();
        let Books { sessions, state } = &mut *books;
        let gone = sessions.extract_if(.., |other, _| other == key || other.belongs_to(key));
        for (gone, _) in gone {
            let own = owner(&gone, StateScope::Session);
            state.retain(|(of, _), _| Some(of) != own.as_ref());
        }
        ready(Ok(())).boxed()
    }

    fn append<'a>(
        &'a self,
        key: &'a SessionKey,
        expected: u64,
        event: &'a Event,
    ) -> BoxFuture<'a, Result<u64>> {
        ready(self.0.lock().unwrap().append(key, expected, event)).boxed()
    }
}
