//! The error of a tool: one text for the model, the cause for the operator.

use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;

use crate::context::{Held, ToolContext};
use crate::error::{BoxError, in_one_line};

/// Why a tool call failed.
///
/// Any [`std::error::Error`] converts by `?`, and what is none, such as `anyhow::Error`, by
/// `.map_err(ToolError::from_display)?`: the model then reads its Display, and the operator finds
/// the whole chain in [`cause`](Self::cause). So that this works for every error type,
/// `ToolError` itself is not a [`std::error::Error`].
///
/// ```
/// use adk::ToolError;
///
/// fn parse(text: &str) -> Result<i32, ToolError> {
///     if text.is_empty() {
///         return Err(ToolError::model("`text` is empty; send a number"));
///     }
///     Ok(text.parse::<i32>()?)
/// }
///
/// assert_eq!(parse("x").unwrap_err().to_string(), "invalid digit found in string");
/// ```
#[derive(Clone)]
pub struct ToolError {
    model: String,
    cause: Option<Arc<dyn StdError + Send + Sync>>,
    permanent: bool,
}

impl ToolError {
    /// An error whose text is exactly what the model reads.
    pub fn model(text: impl Into<String>) -> Self {
        Self {
            model: text.into(),
            cause: None,
            permanent: false,
        }
    }

    /// An error of something that can only be displayed, such as `anyhow::Error`.
    pub fn from_display(error: impl fmt::Display) -> Self {
        Self::model(error.to_string())
    }

    /// An error of which model and operator read the same.
    pub(crate) fn told(text: String) -> Self {
        Self::model(text.clone()).with_cause(text)
    }

    /// The same error with a cause that the operator finds in the log, with all that caused it.
    #[must_use]
    pub fn with_cause(mut self, cause: impl Into<BoxError>) -> Self {
        self.cause = Some(cause.into().into());
        self
    }

    /// The same error as one that another try would meet again: a tool that retries gives
    /// up at once.
    ///
    /// ```
    /// use adk::ToolError;
    ///
    /// assert!(ToolError::model("there is no order 7").permanent().is_permanent());
    /// ```
    #[must_use]
    pub fn permanent(mut self) -> Self {
        self.permanent = true;
        self
    }

    /// Whether another try would meet the error again.
    #[must_use]
    pub fn is_permanent(&self) -> bool {
        self.permanent
    }

    /// What only the operator sees.
    #[must_use]
    pub fn cause(&self) -> Option<&(dyn StdError + Send + Sync + 'static)> {
        self.cause.as_deref()
    }

    /// The cause, with all that caused it, for a line of the log.
    pub(crate) fn causes(&self) -> Option<String> {
        self.cause().map(|cause| in_one_line(cause))
    }

    /// Tells the operator of the call. What the model reads may be of what was said, and is left
    /// to those who ask for payloads.
    pub(crate) fn log(&self, tool: &str, ctx: &ToolContext) {
        match ctx.held() {
            Some(Held::Waits) => tracing::info!(tool, "a call waits for a person"),
            Some(Held::Refused) => tracing::info!(tool, "a call was refused by a person"),
            None => tracing::warn!(tool, cause = self.causes(), "a tool failed"),
        }
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.model)
    }
}

impl fmt::Debug for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.model)?;
        // What came by `?` is its own first cause.
        let mut cause = self.cause().map(|cause| cause as &dyn StdError);
        if cause.is_some_and(|first| first.to_string() == self.model) {
            cause = cause.and_then(StdError::source);
        }
        while let Some(error) = cause {
            write!(f, "\n  caused by: {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}

impl<E: StdError + Send + Sync + 'static> From<E> for ToolError {
    fn from(error: E) -> Self {
        Self::from_display(&error).with_cause(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_says_each_text_once() {
        let came = ToolError::from(std::io::Error::other("disk gone"));
        assert_eq!(format!("{came:?}"), "disk gone");
        let told = ToolError::model("no file").with_cause(std::io::Error::other("disk gone"));
        assert_eq!(format!("{told:?}"), "no file\n  caused by: disk gone");
    }
}
