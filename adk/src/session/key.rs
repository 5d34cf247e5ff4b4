//! Names from outside: of apps, users and sessions. They are data: no service makes
//! a path or a query of them without escaping, and what could mislead is refused.

use std::fmt;
use std::sync::Arc;

use crate::error::{Error, ErrorKind, Result};

/// The longest name, in bytes.
const MAX_LEN: usize = 256;

macro_rules! names {
    ($($(#[$doc:meta])* $name:ident = $what:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(Arc<str>);

        impl $name {
            /// The name as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }

            fn check(&self) -> Result<()> {
                check_name($what, &self.0)
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
    AppName = "app name";
    /// Names a user of an app.
    UserId = "user id";
    /// Names a session of a user.
    SessionId = "session id";
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
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SessionKey {
    app: AppName,
    user: UserId,
    session: SessionId,
}

impl SessionKey {
    /// The key of these three names.
    pub fn new(
        app: impl Into<AppName>,
        user: impl Into<UserId>,
        session: impl Into<SessionId>,
    ) -> Self {
        Self {
            app: app.into(),
            user: user.into(),
            session: session.into(),
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

    /// Refuses names that are empty, over 256 bytes, `.` or `..`, or that hold a slash,
    /// a backslash or a control character. Every service and the runner call it.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidName`], with the name at fault.
    pub fn check(&self) -> Result<()> {
        self.app.check()?;
        self.user.check()?;
        self.session.check()
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
