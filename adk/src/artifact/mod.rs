//! Artifacts: files and texts that agents make and keep, by name and version.

mod in_memory;

pub use in_memory::InMemoryArtifactService;

use std::fmt;
use std::sync::Arc;

use futures_core::future::BoxFuture;

use crate::content::{Part, PartKind};
use crate::error::{Error, ErrorKind, Result};
use crate::session::{SessionKey, check_name};

/// A store of artifacts.
///
/// A name that starts with `user:` is shared by all sessions of the user. Versions
/// start at 1 and grow by 1.
pub trait ArtifactService: fmt::Debug + Send + Sync {
    /// Saves a new version of `name` and returns its number.
    ///
    /// # Errors
    /// [`InvalidName`](ErrorKind::InvalidName) for a name that [`SessionKey::check`] would
    /// refuse, [`Config`](ErrorKind::Config) for a part that is neither text nor bytes, or
    /// a failure of the store.
    fn save<'a>(
        &'a self,
        key: &'a SessionKey,
        name: &'a str,
        part: Part,
    ) -> BoxFuture<'a, Result<u64>>;

    /// Loads a version of `name`, the newest when none is given; `None` when it is not there.
    ///
    /// # Errors
    /// A failure of the store.
    fn load<'a>(
        &'a self,
        key: &'a SessionKey,
        name: &'a str,
        version: Option<u64>,
    ) -> BoxFuture<'a, Result<Option<Part>>>;

    /// The names of the session and of its user, sorted.
    ///
    /// # Errors
    /// A failure of the store.
    fn list<'a>(&'a self, key: &'a SessionKey) -> BoxFuture<'a, Result<Vec<String>>>;

    /// The versions of `name`, newest first.
    ///
    /// # Errors
    /// A failure of the store.
    fn versions<'a>(
        &'a self,
        key: &'a SessionKey,
        name: &'a str,
    ) -> BoxFuture<'a, Result<Vec<u64>>>;

    /// Deletes one version of `name`, or all; deleting a missing one succeeds.
    ///
    /// # Errors
    /// A failure of the store.
    fn delete<'a>(
        &'a self,
        key: &'a SessionKey,
        name: &'a str,
        version: Option<u64>,
    ) -> BoxFuture<'a, Result<()>>;
}

/// A shared store is the store.
impl<S: ArtifactService + ?Sized> ArtifactService for Arc<S> {
    fn save<'a>(
        &'a self,
        key: &'a SessionKey,
        name: &'a str,
        part: Part,
    ) -> BoxFuture<'a, Result<u64>> {
        (**self).save(key, name, part)
    }

    fn load<'a>(
        &'a self,
        key: &'a SessionKey,
        name: &'a str,
        version: Option<u64>,
    ) -> BoxFuture<'a, Result<Option<Part>>> {
        (**self).load(key, name, version)
    }

    fn list<'a>(&'a self, key: &'a SessionKey) -> BoxFuture<'a, Result<Vec<String>>> {
        (**self).list(key)
    }

    fn versions<'a>(
        &'a self,
        key: &'a SessionKey,
        name: &'a str,
    ) -> BoxFuture<'a, Result<Vec<u64>>> {
        (**self).versions(key, name)
    }

    fn delete<'a>(
        &'a self,
        key: &'a SessionKey,
        name: &'a str,
        version: Option<u64>,
    ) -> BoxFuture<'a, Result<()>> {
        (**self).delete(key, name, version)
    }
}

/// What every store refuses to save.
fn check(name: &str, part: &Part) -> Result<()> {
    check_name("artifact name", name.strip_prefix("user:").unwrap_or(name))?;
    match part.kind() {
        PartKind::Text(_) | PartKind::InlineData(_) => Ok(()),
        _ => Err(Error::new(
            ErrorKind::Config,
            format!("artifact `{name}`: only a text or bytes can be saved"),
        )),
    }
}
