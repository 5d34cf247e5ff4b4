//! Names from outside: of apps, users and sessions. They are data: no service makes
//! a path or a query of them without escaping, and what could mislead is refused.

use std::fmt;
use std::hash::{BuildHasher as _, Hash, Hasher, RandomState};
use std::sync::{Arc, LazyLock};

use crate::error::{Error, ErrorKind, Result};

/// The longest name, in bytes.
const MAX_LEN: usize = 256;

/// Stands in the id of an inner session between the outer one's and its own; no name that
/// comes from outside may hold its slash.
const INNER: &str = "/agent-tool/";

macro_rules! names {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(Arc<str>);

        impl $name {
            /// The name as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }

        }

        impl<T: Into<Arc<str>>> From<T> for $name {
            fn from(name: T) -> Self {
                Self(name.into())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

names! {
    /// Names an app: what the runner was built for.
    AppName;
    /// Names a user of an app.
    UserId;
    /// Names a session of a user.
    SessionId;
}

/// Where a session is found: app, user, session.
///
/// ```
/// use adk::session::SessionKey;
///
/// let key = SessionKey::new("weather_app", "user-1", "session-1");
/// assert_eq!(key.user().as_str(), "user-1");
/// assert!(SessionKey::new("weather_app", "../..", "s").check().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SessionKey {
    app: AppName,
    user: UserId,
    session: SessionId,
    /// Of the three names.
    hash: u64,
}

/// Seeds the hashes, so that nobody can choose names that fall together.
static SEED: LazyLock<RandomState> = LazyLock::new(RandomState::new);

impl SessionKey {
    /// The key of these three names.
    pub fn new(
        app: impl Into<AppName>,
        user: impl Into<UserId>,
        session: impl Into<SessionId>,
    ) -> Self {
        let (app, user, session) = (app.into(), user.into(), session.into());
        let hash = SEED.hash_one((&app, &user, &session));
        Self {
            app,
            user,
            session,
            hash,
        }
    }

    /// The app.
    #[must_use]
    pub fn app(&self) -> &AppName {
        &self.app
    }

    /// The user.
    #[must_use]
    pub fn user(&self) -> &UserId {
        &self.user
    }

    /// The session.
    #[must_use]
    pub fn session(&self) -> &SessionId {
        &self.session
    }

    /// The session of an agent tool that was called in this one.
    pub(crate) fn inner(&self, id: &str) -> Self {
        let session = [self.session.as_str(), INNER, id].concat();
        Self::new(self.app.clone(), self.user.clone(), session)
    }

    /// Whether it is the session of an agent tool, made by the runner for the session in which the
    /// tool was called. A store leaves such sessions out of its lists, and deletes them with the
    /// session that they [belong to](Self::belongs_to).
    ///
    /// ```
    /// use adk::session::SessionKey;
    ///
    /// assert!(!SessionKey::new("weather_app", "user-1", "session-1").is_inner());
    /// ```
    #[must_use]
    pub fn is_inner(&self) -> bool {
        self.session.as_str().contains(INNER)
    }

    /// Whether it is the session of an agent tool that was called in `outer`, or in such a session
    /// of `outer`.
    #[must_use]
    pub fn belongs_to(&self, outer: &Self) -> bool {
        let rest = self.session.as_str().strip_prefix(outer.session.as_str());
        (&self.app, &self.user) == (&outer.app, &outer.user)
            && rest.is_some_and(|rest| rest.starts_with(INNER))
    }

    /// Refuses names that are empty, over 256 bytes, `.` or `..`, or that hold a slash,
    /// a backslash or a control character. Every service and the runner call it. Ids of
    /// [inner](Self::is_inner) sessions pass; the runner starts no run on them.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidName`], with the name at fault.
    pub fn check(&self) -> Result<()> {
        check_name("app name", self.app.as_str())?;
        check_name("user id", self.user.as_str())?;
        if !self.is_inner() {
            return check_name("session id", self.session.as_str());
        }
        let mut names = self.session.as_str().split(INNER);
        names.try_for_each(|name| check_name("session id", name))
    }
}

impl Hash for SessionKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

impl fmt::Debug for SessionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SessionKey")
            .field("app", &self.app)
            .field("user", &self.user)
            .field("session", &self.session)
            .finish_non_exhaustive()
    }
}

/// Refuses a name that is no plain one; `what` says in the error what it names.
pub(crate) fn check_name(what: &str, name: &str) -> Result<()> {
    let fault = if name.is_empty() {
        "is empty".to_owned()
    } else if name.len() > MAX_LEN {
        format!("has {} bytes; at most {MAX_LEN} are allowed", name.len())
    } else if matches!(name, "." | "..") {
        format!("`{name}` means a directory")
    } else if let Some(bad) = name
        .chars()
        .find(|c| matches!(c, '/' | '\\') || c.is_control())
    {
        format!("{name:?} holds {bad:?}; use letters, digits, `-`, `_`, `.`, `@` or `:`")
    } else {
        return Ok(());
    };
    Err(Error::new(
        ErrorKind::InvalidName,
        format!("the {what} {fault}"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_could_mislead_are_refused() {
        let long = "x".repeat(10_000);
        for name in ["", ".", "..", "../a", "a/b", "a\\b", "a\0b", "a\nb", &long] {
            let error = SessionKey::new("app", name, "s").check().unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidName, "{name}");
        }
        for name in ["a", "me@example.org", "größe", "%2e%2e%2f", "a..b"] {
            SessionKey::new("app", "user", name).check().unwrap();
        }
    }
}
