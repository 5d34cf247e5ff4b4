//! A session store that takes its time.

use adk::session::{AppName, GetSession, NewSession, Session, SessionKey, SessionService, UserId};
use adk::{Event, Result};
use futures::future::BoxFuture;
use tokio::task::yield_now;

/// Gives way to others before and after each operation of another store, as one on
/// disk or on a network does.
#[derive(Debug)]
pub struct SlowStore<S>(S);

/// `store`, slowed down.
pub fn slow<S: SessionService>(store: S) -> SlowStore<S> {
    SlowStore(store)
}

impl<S: SessionService> SessionService for SlowStore<S> {
    fn create(&self, new: NewSession) -> BoxFuture<'_, Result<Session>> {
        Box::pin(take_time(self.0.create(new)))
    }

    fn get<'a>(&'a self, key: &'a SessionKey, want: GetSession) -> BoxFuture<'a, Result<Session>> {
        Box::pin(take_time(async move { self.0.get(key, want).await }))
    }

    fn list<'a>(
        &'a self,
        app: &'a AppName,
        user: Option<&'a UserId>,
    ) -> BoxFuture<'a, Result<Vec<Session>>> {
        Box::pin(take_time(async move { self.0.list(app, user).await }))
    }

    fn delete<'a>(&'a self, key: &'a SessionKey) -> BoxFuture<'a, Result<()>> {
        Box::pin(take_time(async move { self.0.delete(key).await }))
    }

    fn append<'a>(
        &'a self,
        key: &'a SessionKey,
        expected: u64,
        event: &'a Event,
    ) -> BoxFuture<'a, Result<u64>> {
        Box::pin(take_time(self.0.append(key, expected, event)))
    }
}

async fn take_time<T>(operation: impl Future<Output = T>) -> T {
    yield_now().await;
    let outcome = operation.await;
    yield_now().await;
    outcome
}
