//! Memory: what earlier sessions said, found again by words.

mod in_memory;

pub use in_memory::InMemoryMemoryService;

use std::fmt;
use std::sync::Arc;

use futures_core::future::BoxFuture;
use jiff::Timestamp;

use crate::content::Content;
use crate::error::Result;
use crate::session::{AppName, Session, SessionId, UserId};

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
    /// In which session, where the store knows.
    pub session: Option<SessionId>,
}

impl MemoryEntry {
    /// What `author` said at that time.
    pub fn new(content: Content, author: impl Into<Arc<str>>, timestamp: Timestamp) -> Self {
        Self {
            content,
            author: author.into(),
            timestamp,
            session: None,
        }
    }

    /// The same, said in this session. A run is not told anew of what its own session holds.
    ///
    /// ```
    /// use adk::Content;
    /// use adk::memory::MemoryEntry;
    /// use adk::platform::{Platform, SystemPlatform};
    ///
    /// let now = SystemPlatform::default().now();
    /// let entry = MemoryEntry::new(Content::user("I like tea."), "user", now).in_session("one");
    /// assert_eq!(entry.session.unwrap().as_str(), "one");
    /// ```
    #[must_use]
    pub fn in_session(mut self, session: impl Into<SessionId>) -> Self {
        self.session = Some(session.into());
        self
    }
}

/// A store of what finished sessions said.
pub trait MemoryService: fmt::Debug + Send + Sync {
    /// Takes up a session, in place of an earlier copy of it, so that one that has grown may be
    /// given again: nothing is then remembered twice.
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
