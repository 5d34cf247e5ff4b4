//! The error of the whole crate: opaque, with a kind to act on.
//!
//! Display prints one level; the causes hang on [`source`](std::error::Error::source).
//! `Debug` prints them all, since that is what a failing `main` shows.

use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;

/// Any error, boxed, as causes are kept.
pub type BoxError = Box<dyn StdError + Send + Sync>;

/// A result whose error is [`Error`] unless said otherwise.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong in a run, a build or a service.
///
/// ```
/// use adk::{Error, ErrorKind};
///
/// let error = Error::new(ErrorKind::Config, "a runner needs an app name");
/// assert_eq!(error.kind(), ErrorKind::Config);
/// assert_eq!(error.to_string(), "a runner needs an app name");
/// ```
#[derive(Clone)]
pub struct Error(Arc<Inner>);

struct Inner {
    kind: ErrorKind,
    message: Cow<'static, str>,
    source: Option<Arc<dyn StdError + Send + Sync>>,
}

/// The kinds of [`Error`], each with what a caller may do about it.
///
/// Unless a kind says otherwise: a retry without a change fails again, no event
/// was stored, and the session stays usable.
///
/// ```
/// use adk::{Error, ErrorKind};
///
/// fn is_worth_a_retry(error: &Error) -> bool {
///     matches!(
///         error.kind(),
///         ErrorKind::Http { retryable: true, .. } | ErrorKind::SessionBusy | ErrorKind::StaleSession
///     )
/// }
///
/// assert!(is_worth_a_retry(&Error::new(ErrorKind::SessionBusy, "a run is under way")));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A builder or a call was given values that cannot work together.
    Config,
    /// A model needs a key and none was given; the text says which variable to set.
    MissingKey,
    /// A model's name has no client in this build, or an agent has no model.
    ModelNotConfigured,
    /// A name or an id has a character or a length that is not allowed.
    InvalidName,
    /// Two tools, two agents or two sessions have one name.
    DuplicateName,
    /// The conversation was handed over to an agent that the tree does not have.
    UnknownAgent,
    /// The session does not exist.
    SessionNotFound,
    /// Another run holds the session; worth a retry when it has ended.
    SessionBusy,
    /// The session changed since it was read; worth a retry on a fresh copy.
    StaleSession,
    /// A session, artifact or memory store failed.
    Store,
    /// A model's server could not be reached, or answered with an error.
    Http {
        /// The HTTP status, when the server answered at all.
        status: Option<u16>,
        /// Whether the same request may succeed later.
        retryable: bool,
    },
    /// A model's server answered something that its protocol does not allow.
    ModelProtocol,
    /// An MCP server could not be reached, or did not answer as one; worth a retry later.
    Mcp,
    /// A limit was reached; the text names it and says how to raise it.
    Limit,
    /// The run was cancelled, by its caller or from inside. What it stored stays, and the next
    /// run on the session goes on from there.
    Cancelled,
    /// An instruction's template names a key or an artifact that is not there.
    Template,
    /// A value of the state does not decode as the type of its [`StateKey`](crate::StateKey), or
    /// JSON has no form for one that was to be written. The text names the key.
    StateMismatch,
    /// Code of the application panicked in the task of whoever reads the run: a hook, a model, a
    /// store. The text names it as far as that is known, and repeats the panic's own.
    Panicked,
    /// A run ended without a final answer.
    NoOutput,
    /// The run waits for an answer of its user, or for the result of a long-running call. A later
    /// run on the session brings it.
    Paused,
    /// The message answers a question that nobody asked or that was answered before, or it says
    /// neither yes nor no. Nothing was done.
    InvalidAnswer,
    /// The final answer does not decode into the type that was asked for, or is not the agent's
    /// output after all repairs. The answers were stored.
    OutputMismatch,
    /// A skill is not in the format of skills, or cannot be read. The text names the file, and the
    /// line where it is one.
    InvalidSkill,
    /// An `OpenAPI` document cannot be read, or says what it may not. The text names the place.
    InvalidDocument,
}

impl Error {
    /// An error of `kind`; `message` says what, where, and how to mend it.
    pub fn new(kind: ErrorKind, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Arc::new(Inner {
            kind,
            message: message.into(),
            source: None,
        }))
    }

    /// The same error with the cause behind it.
    #[must_use]
    pub fn with_source(self, source: impl Into<BoxError>) -> Self {
        Self(Arc::new(Inner {
            kind: self.0.kind,
            message: self.0.message.clone(),
            source: Some(source.into().into()),
        }))
    }

    /// What a caller may act on.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({:?})", self.0.kind)?;
        let mut cause = self.source();
        while let Some(error) = cause {
            write!(f, "\n  caused by: {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}

/// The longest line of causes in a log, in bytes.
const MAX_LINE_BYTES: usize = 4096;

/// An error and its causes in one line of a log. A text that already ends in that of its cause,
/// as many do, says it once.
pub(crate) fn in_one_line(error: &(dyn StdError + 'static)) -> String {
    let mut line = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause.filter(|_| line.len() <= MAX_LINE_BYTES) {
        let text = error.to_string();
        if !line.ends_with(&text) {
            line = [line, text].join(": ");
        }
        cause = error.source();
    }
    if line.len() > MAX_LINE_BYTES {
        line.truncate(line.floor_char_boundary(MAX_LINE_BYTES));
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_prints_the_whole_chain_and_display_one_level() {
        let error = Error::new(ErrorKind::Store, "cannot read `a.txt`")
            .with_source(std::io::Error::other("disk gone"));
        assert_eq!(error.to_string(), "cannot read `a.txt`");
        assert_eq!(
            format!("{error:?}"),
            "cannot read `a.txt` (Store)\n  caused by: disk gone"
        );
    }

    #[test]
    fn a_line_says_each_text_once_and_has_an_end() {
        let inner = Error::new(ErrorKind::Store, "disk gone");
        let middle = Error::new(ErrorKind::Store, "no file: disk gone").with_source(inner);
        let outer = Error::new(ErrorKind::Store, "no note").with_source(middle);
        assert_eq!(in_one_line(&outer), "no note: no file: disk gone");
        let long = Error::new(ErrorKind::Store, "ä".repeat(9_000)).with_source(outer);
        assert_eq!(in_one_line(&long).len(), MAX_LINE_BYTES + '…'.len_utf8());
    }
}
