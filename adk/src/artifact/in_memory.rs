//! Artifacts in memory: for programs that need no more, and for tests.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_core::future::BoxFuture;
use futures_util::future::ready;

use super::{ArtifactService, check};
use crate::content::Part;
use crate::error::Result;
use crate::session::{AppName, SessionId, SessionKey, UserId};

/// Keeps artifacts until it is dropped.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// use adk::Part;
/// use adk::artifact::{ArtifactService, InMemoryArtifactService};
/// use adk::session::SessionKey;
///
/// let artifacts = InMemoryArtifactService::new();
/// let key = SessionKey::new("app", "user", "session");
/// assert_eq!(artifacts.save(&key, "note.txt", Part::from_text("v1")).await?, 1);
/// assert_eq!(artifacts.save(&key, "note.txt", Part::from_text("v2")).await?, 2);
/// let newest = artifacts.load(&key, "note.txt", None).await?.unwrap();
/// assert_eq!(newest.text(), Some("v2"));
/// # Ok(()) }
/// ```
#[derive(Debug, Default)]
pub struct InMemoryArtifactService(Mutex<BTreeMap<Owner, Named>>);

/// App, user, and the session unless the name is the user's.
type Owner = (AppName, UserId, Option<SessionId>);
type Named = BTreeMap<String, BTreeMap<u64, Part>>;

impl InMemoryArtifactService {
    /// A store without artifacts.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn store(&self) -> MutexGuard<'_, BTreeMap<Owner, Named>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn owner(key: &SessionKey, name: &str) -> Owner {
    let session = (!name.starts_with("user:")).then(|| key.session().clone());
    (key.app().clone(), key.user().clone(), session)
}

impl ArtifactService for InMemoryArtifactService {
    fn save<'a>(
        &'a self,
        key: &'a SessionKey,
        name: &'a str,
        part: Part,
    ) -> BoxFuture<'a, Result<u64>> {
        Box::pin(async move {
            key.check()?;
            check(name, &part)?;
            let mut store = self.store();
            let named = store.entry(owner(key, name)).or_default();
            let versions = named.entry(name.to_owned()).or_default();
            let version = versions.last_key_value().map_or(1, |(last, _)| last + 1);
            versions.insert(version, part);
            Ok(version)
        })
    }

    fn load<'a>(
        &'a self,
        key: &'a SessionKey,
        name: &'a str,
        version: Option<u64>,
    ) -> BoxFuture<'a, Result<Option<Part>>> {
        let store = self.store();
        let saved = store
            .get(&owner(key, name))
            .and_then(|named| named.get(name));
        let part = saved.and_then(|versions| match version {
            Some(version) => versions.get(&version),
            None => versions.last_key_value().map(|(_, part)| part),
        });
        Box::pin(ready(Ok(part.cloned())))
    }

    fn list<'a>(&'a self, key: &'a SessionKey) -> BoxFuture<'a, Result<Vec<String>>> {
        let store = self.store();
        let owners = [owner(key, ""), owner(key, "user:")];
        let owned = owners.iter().filter_map(|owner| store.get(owner));
        let mut names: Vec<String> = owned.flat_map(BTreeMap::keys).cloned().collect();
        names.sort();
        Box::pin(ready(Ok(names)))
    }

    fn versions<'a>(
        &'a self,
        key: &'a SessionKey,
        name: &'a str,
    ) -> BoxFuture<'a, Result<Vec<u64>>> {
        let store = self.store();
        let versions = store
            .get(&owner(key, name))
            .and_then(|named| named.get(name));
        let newest_first = versions.into_iter().flat_map(|all| all.keys().rev());
        Box::pin(ready(Ok(newest_first.copied().collect())))
    }

    fn delete<'a>(
        &'a self,
        key: &'a SessionKey,
        name: &'a str,
        version: Option<u64>,
    ) -> BoxFuture<'a, Result<()>> {
        let mut store = self.store();
        if let Some(named) = store.get_mut(&owner(key, name)) {
            let mut left = named.remove(name).unwrap_or_default();
            left.retain(|saved, _| version.is_some_and(|version| version != *saved));
            if !left.is_empty() {
                named.insert(name.to_owned(), left);
            }
        }
        Box::pin(ready(Ok(())))
    }
}
