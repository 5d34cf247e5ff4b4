//! The scope of a state key, told by its prefix.

/// Who shares the value of a state key.
///
/// ```
/// use adk::session::StateScope;
///
/// assert_eq!(StateScope::of("user:name"), StateScope::User);
/// assert_eq!(StateScope::of("answer"), StateScope::Session);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StateScope {
    /// `app:`, all users of the app.
    App,
    /// `user:`, all sessions of the user.
    User,
    /// No prefix, the session.
    Session,
    /// `temp:`, the run; never stored.
    Temp,
}

impl StateScope {
    /// The scope of a key.
    #[must_use]
    pub fn of(key: &str) -> Self {
        match key.split_once(':') {
            Some(("app", _)) => Self::App,
            Some(("user", _)) => Self::User,
            Some(("temp", _)) => Self::Temp,
            _ => Self::Session,
        }
    }
}
