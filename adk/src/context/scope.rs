//! What one invocation shares with all its contexts.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use tokio_util::sync::CancellationToken;

use super::{Provided, RunConfig};
use crate::artifact::ArtifactService;
use crate::content::Content;
use crate::event::Event;
use crate::memory::MemoryService;
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
    pub(crate) invocation_id: Arc<str>,
    pub(crate) user_content: Option<Content>,
    pub(crate) run_config: RunConfig,
    pub(crate) services: Services,
    pub(crate) cancellation: CancellationToken,
    session: RwLock<Session>,
}

impl Scope {
    pub(crate) fn new(
        session: Session,
        invocation_id: Arc<str>,
        user_content: Option<Content>,
        run_config: RunConfig,
        services: Services,
    ) -> Self {
        Self {
            key: session.key().clone(),
            invocation_id,
            user_content,
            run_config,
            services,
            cancellation: CancellationToken::new(),
            session: RwLock::new(session),
        }
    }

    /// The same invocation, which ends when `token` is cancelled.
    pub(crate) fn cancelled_by(mut self, token: CancellationToken) -> Self {
        self.cancellation = token;
        self
    }

    /// The live session; the guard is never held across an await.
    pub(crate) fn session(&self) -> RwLockReadGuard<'_, Session> {
        self.session.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes up an event that the store accepted.
    pub(crate) fn apply(&self, event: Event, revision: u64) {
        let mut session = self.session.write().unwrap_or_else(PoisonError::into_inner);
        session.apply(event, revision);
    }
}
