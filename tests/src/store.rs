//! A session store that takes its time, one that keeps text, and an artifact store that is full.

use adk::artifact::ArtifactService;
use adk::session::{AppName, GetSession, NewSession, Session, SessionKey, SessionService, UserId};
use adk::{Error, ErrorKind, Event, Part, Result};
use futures::FutureExt;
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

/// Gives events to another store as they come out of their text, as one on disk does.
#[derive(Debug)]
pub struct TextStore<S>(S);

/// `store`, by way of text.
pub fn by_text<S: SessionService>(store: S) -> TextStore<S> {
    TextStore(store)
}

impl<S: SessionService> SessionService for TextStore<S> {
    fn create(&self, new: NewSession) -> BoxFuture<'_, Result<Session>> {
        self.0.create(new)
    }

    fn get<'a>(&'a self, key: &'a SessionKey, want: GetSession) -> BoxFuture<'a, Result<Session>> {
        self.0.get(key, want)
    }

    fn list<'a>(
        &'a self,
        app: &'a AppName,
        user: Option<&'a UserId>,
    ) -> BoxFuture<'a, Result<Vec<Session>>> {
        self.0.list(app, user)
    }

    fn delete<'a>(&'a self, key: &'a SessionKey) -> BoxFuture<'a, Result<()>> {
        self.0.delete(key)
    }

    fn append<'a>(
        &'a self,
        key: &'a SessionKey,
        expected: u64,
        event: &'a Event,
    ) -> BoxFuture<'a, Result<u64>> {
        Box::pin(async move {
            let text = serde_json::to_string(event).map_err(unreadable)?;
            let event = serde_json::from_str(&text).map_err(unreadable)?;
            self.0.append(key, expected, &event).await
        })
    }
}

fn unreadable(error: serde_json::Error) -> Error {
    Error::new(ErrorKind::Store, "an event is no text").with_source(error)
}

async fn take_time<T>(operation: impl Future<Output = T>) -> T {
    yield_now().await;
    let outcome = operation.await;
    yield_now().await;
    outcome
}

/// A store that has no room for any artifact.
#[must_use]
pub fn full() -> impl ArtifactService {
    Full
}

#[derive(Debug)]
struct Full;

impl ArtifactService for Full {
    fn save<'a>(&'a self, _: &'a SessionKey, _: &'a str, _: Part) -> BoxFuture<'a, Result<u64>> {
        async { Err(Error::new(ErrorKind::Store, "the disk is full")) }.boxed()
    }

    fn load<'a>(
        &'a self,
        _: &'a SessionKey,
        _: &'a str,
        _: Option<u64>,
    ) -> BoxFuture<'a, Result<Option<Part>>> {
        async { Ok(None) }.boxed()
    }

    fn list<'a>(&'a self, _: &'a SessionKey) -> BoxFuture<'a, Result<Vec<String>>> {
        async { Ok(Vec::new()) }.boxed()
    }

    fn versions<'a>(&'a self, _: &'a SessionKey, _: &'a str) -> BoxFuture<'a, Result<Vec<u64>>> {
        async { Ok(Vec::new()) }.boxed()
    }

    fn delete<'a>(
        &'a self,
        _: &'a SessionKey,
        _: &'a str,
        _: Option<u64>,
    ) -> BoxFuture<'a, Result<()>> {
        async { Ok(()) }.boxed()
    }
}
