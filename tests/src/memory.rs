//! Memory that finds the same whatever is asked, fails, or takes its time.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use adk::memory::{MemoryEntry, MemoryService};
use adk::session::{AppName, Session, UserId};
use adk::{Content, Error, ErrorKind, Result};
use futures::future::BoxFuture;

/// A store of memories whose every answer a test decides. A clone is the same store.
#[derive(Debug, Clone, Default)]
pub struct TestMemory(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    finds: Vec<MemoryEntry>,
    is_down: bool,
    takes: Duration,
    asked: AtomicU32,
    given: Mutex<Vec<Session>>,
}

impl TestMemory {
    /// Finds these texts, said by the user a second apart.
    #[must_use]
    pub fn that_finds(texts: &[String]) -> Self {
        let finds = texts.iter().zip(1_767_225_600..).map(|(text, second)| {
            let time = jiff::Timestamp::from_second(second).unwrap_or_default();
            MemoryEntry::new(Content::user(text), "user", time)
        });
        Self(Arc::new(Inner {
            finds: finds.collect(),
            ..Inner::default()
        }))
    }

    /// Fails.
    #[must_use]
    pub fn that_is_down() -> Self {
        Self(Arc::new(Inner {
            is_down: true,
            ..Inner::default()
        }))
    }

    /// Takes so long for everything.
    #[must_use]
    pub fn that_takes(takes: Duration) -> Self {
        Self(Arc::new(Inner {
            takes,
            ..Inner::default()
        }))
    }

    /// How often it was searched or given something.
    #[must_use]
    pub fn asked(&self) -> u32 {
        self.0.asked.load(Ordering::Relaxed)
    }

    /// The sessions that it was given, in order.
    #[must_use]
    pub fn given(&self) -> Vec<Session> {
        let given = self.0.given.lock();
        given.unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn ask(&self) -> Result<()> {
        self.0.asked.fetch_add(1, Ordering::Relaxed);
        tokio::time::sleep(self.0.takes).await;
        if self.0.is_down {
            return Err(Error::new(ErrorKind::Store, "no memory at db://secret"));
        }
        Ok(())
    }
}

impl MemoryService for TestMemory {
    fn add_session<'a>(&'a self, session: &'a Session) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            self.ask().await?;
            let mut given = self.0.given.lock().unwrap_or_else(PoisonError::into_inner);
            given.push(session.clone());
            Ok(())
        })
    }

    fn search<'a>(
        &'a self,
        _: &'a AppName,
        _: &'a UserId,
        _: &'a str,
    ) -> BoxFuture<'a, Result<Vec<MemoryEntry>>> {
        Box::pin(async move {
            self.ask().await?;
            Ok(self.0.finds.clone())
        })
    }
}
