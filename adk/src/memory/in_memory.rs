//! Memory in memory: any word shared with the query, whatever its case, is a hit.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_core::future::BoxFuture;
use futures_util::future::ready;

use super::{MemoryEntry, MemoryService};
use crate::error::Result;
use crate::event::Event;
use crate::session::{AppName, Session, SessionKey, UserId};

/// Keeps what sessions said until it is dropped.
///
/// ```
/// let memory = adk::memory::InMemoryMemoryService::new();
/// # let _ = memory;
/// ```
#[derive(Debug, Default)]
pub struct InMemoryMemoryService(Mutex<BTreeMap<SessionKey, Vec<MemoryEntry>>>);

impl InMemoryMemoryService {
    /// A store without memories.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn store(&self) -> MutexGuard<'_, BTreeMap<SessionKey, Vec<MemoryEntry>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MemoryService for InMemoryMemoryService {
    fn add_session<'a>(&'a self, session: &'a Session) -> BoxFuture<'a, Result<()>> {
        let id = session.key().session();
        let entries = session.events().filter_map(entry);
        let entries = entries.map(|entry| entry.in_session(id.clone())).collect();
        self.store().insert(session.key().clone(), entries);
        Box::pin(ready(Ok(())))
    }

    fn search<'a>(
        &'a self,
        app: &'a AppName,
        user: &'a UserId,
        query: &'a str,
    ) -> BoxFuture<'a, Result<Vec<MemoryEntry>>> {
        let wanted = words(query);
        let store = self.store();
        let mut found: Vec<MemoryEntry> = store
            .iter()
            .filter(|(key, _)| key.app() == app && key.user() == user)
            .flat_map(|(_, entries)| entries)
            .filter(|entry| !wanted.is_disjoint(&words(&entry.content.text())))
            .cloned()
            .collect();
        found.sort_by_key(|entry| entry.timestamp);
        Box::pin(ready(Ok(found)))
    }
}

fn entry(event: &Event) -> Option<MemoryEntry> {
    let content = event
        .content()
        .filter(|content| !content.text().is_empty())?;
    let entry = MemoryEntry::new(content.clone(), event.author(), event.timestamp());
    Some(entry)
}

fn words(text: &str) -> HashSet<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}
