//! What one invocation shares with all its contexts.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

use tokio_util::sync::CancellationToken;

use super::{Provided, RunConfig};
use crate::artifact::ArtifactService;
use crate::content::Content;
use crate::error::Result;
use crate::event::Event;
use crate::memory::{MemoryEntry, MemoryService};
use crate::platform::Platform;
use crate::session::{Session, SessionKey, SessionService};

/// The stores and seams of a runner, and what the application gave it.
#[derive(Debug, Clone)]
pub(crate) struct Services {
    pub(crate) sessions: Arc<dyn SessionService>,
    pub(crate) artifacts: Arc<dyn ArtifactService>,
    pub(crate) memory: Arc<dyn MemoryService>,
    pub(crate) platform: Arc<dyn Platform>,
    pub(crate) provided: Provided,
}

/// One invocation: fixed but for the live session, which grows as events are committed.
#[derive(Debug)]
pub(crate) struct Scope {
    pub(crate) key: SessionKey,
    /// Under this key artifacts are kept: that of the outermost session.
    pub(crate) artifact_key: SessionKey,
    pub(crate) invocation_id: Arc<str>,
    pub(crate) user_content: Option<Content>,
    pub(crate) run_config: RunConfig,
    pub(crate) services: Services,
    pub(crate) cancellation: CancellationToken,
    session: RwLock<Session>,
    kept: Mutex<Vec<Arc<dyn Any + Send + Sync>>>,
}

impl Scope {
    pub(crate) fn new(
        session: Session,
        invocation_id: Arc<str>,
        cancellation: CancellationToken,
        run_config: RunConfig,
        services: Services,
    ) -> Self {
        Self {
            key: session.key().clone(),
            artifact_key: session.key().clone(),
            invocation_id,
            user_content: None,
            run_config,
            services,
            cancellation,
            session: RwLock::new(session),
            kept: Mutex::default(),
        }
    }

    /// The same invocation, which the user began with these words.
    pub(crate) fn about(mut self, content: Content) -> Self {
        self.user_content = Some(content);
        self
    }

    /// The same invocation, whose artifacts are those of this session.
    pub(crate) fn with_artifacts_of(mut self, key: SessionKey) -> Self {
        self.artifact_key = key;
        self
    }

    /// The same invocation, which also keeps this value.
    pub(crate) fn keeping(self, value: Arc<impl Any + Send + Sync>) -> Self {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push(value);
        drop(kept);
        self
    }

    /// What rooms above keep of this invocation: one value of each type, made when first asked for.
    /// It goes with the invocation, also with one that is dropped.
    pub(crate) fn kept<T: Any + Default + Send + Sync>(&self) -> Arc<T> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept
            .iter()
            .find_map(|value| Arc::clone(value).downcast().ok());
        found.unwrap_or_else(|| {
            let new = Arc::new(T::default());
            kept.push(Arc::clone(&new) as _);
            new
        })
    }

    /// The live session; the guard is never held across an await.
    pub(crate) fn session(&self) -> RwLockReadGuard<'_, Session> {
        self.session.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// What other sessions of the user said about `query`.
    pub(crate) async fn search_memory(&self, query: &str) -> Result<Vec<MemoryEntry>> {
        let memory = &self.services.memory;
        let found = memory.search(self.key.app(), self.key.user(), query);
        let mut found = found.await?;
        let own = Some(self.key.session());
        found.retain(|entry| entry.session.as_ref() != own);
        Ok(found)
    }

    /// Takes up an event that the store accepted.
    pub(crate) fn apply(&self, event: Event, revision: u64) {
        let mut session = self.session.write().unwrap_or_else(PoisonError::into_inner);
        session.apply(event, revision);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::artifact::InMemoryArtifactService;
    use crate::memory::InMemoryMemoryService;
    use crate::platform::SystemPlatform;
    use crate::session::InMemorySessionService;

    #[test]
    fn what_is_kept_is_one_of_a_type_and_goes_with_the_invocation() {
        let services = Services {
            sessions: Arc::new(InMemorySessionService::new()),
            artifacts: Arc::new(InMemoryArtifactService::new()),
            memory: Arc::new(InMemoryMemoryService::new()),
            platform: Arc::new(SystemPlatform),
            provided: Provided::default(),
        };
        let key = SessionKey::new("app", "user", "session");
        let session = Session::new(key, [], [], 0, SystemPlatform.now());
        let (token, config) = (CancellationToken::new(), RunConfig::new());
        let scope = Scope::new(session, "e-1".into(), token, config, services);
        let number = scope.kept::<Mutex<u8>>();
        *number.lock().unwrap() = 7;
        assert_eq!(*scope.kept::<String>(), "");
        assert_eq!(*scope.kept::<Mutex<u8>>().lock().unwrap(), 7);
        let gone = Arc::downgrade(&number);
        drop((number, scope));
        assert!(gone.upgrade().is_none());
    }
}
