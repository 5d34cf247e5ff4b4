//! Memory: what earlier sessions said, found again by words.

mod in_memory;

pub use in_memory::InMemoryMemoryService;

use std::fmt;
use std::sync::Arc;

use futures_core::future::BoxFuture;
use jiff::Timestamp;

use crate::content::Content;
use crate::error::Result;
use crate::session::{AppName, Session, UserId};

/// Something that was said in an earlier session.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct MemoryEntry {
    /// What was said.
    pub content: Content,
    /// By whom: an agent's name, or `user`.
    pub author: Arc<str>,
    /// When.
    pub timestamp: Timestamp,
}

impl MemoryEntry {
    /// What `author` said at that time.
    pub fn new(content: Content, author: impl Into<Arc<str>>, timestamp: Timestamp) -> Self {
        Self {
            content,
            author: author.into(),
            timestamp,
        }
    }
}

/// A store of what finished sessions said.
pub trait MemoryService: fmt::Debug + Send + Sync {
    /// Takes up a session, in place of an earlier copy of it.
    ///
    /// # Errors
    /// A failure of the store.
    fn add_session<'a>(&'a self, session: &'a Session) -> BoxFuture<'a, Result<()>>;

    /// What bears on `query`, oldest first.
    ///
    /// # Errors
    /// A failure of the store.
    fn search<'a>(
        &'a self,
        app: &'a AppName,
        user: &'a UserId,
        query: &'a str,
    ) -> BoxFuture<'a, Result<Vec<MemoryEntry>>>;
}

/// A shared store is the store.
impl<S: MemoryService + ?Sized> MemoryService for Arc<S> {
    fn add_session<'a>(&'a self, session: &'a Session) -> BoxFuture<'a, Result<()>> {
        (**self).add_session(session)
    }

    fn search<'a>(
        &'a self,
        app: &'a AppName,
        user: &'a UserId,
        query: &'a str,
    ) -> BoxFuture<'a, Result<Vec<MemoryEntry>>> {
        (**self).search(app, user, query)
    }
}
