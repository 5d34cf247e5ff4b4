//! A function's return and its error, told apart.
//!
//! The traits work through autoref, which only generated code can write:
//! `(&Returned::of(&value)).kind().encode(value)`.

#![expect(
    clippy::must_use_candidate,
    clippy::unnecessary_wraps,
    clippy::unused_self,
    reason = "each kind has the same methods, so that generated code need not know which it has"
)]

use std::convert::Infallible;
use std::fmt::Display;
use std::marker::PhantomData;

use super::{Failure, Output, Written, encode};
use crate::error::BoxError;
use crate::tool::ToolError;

/// What came back from the function, or out of its stream, asked whether it is a `Result`.
#[derive(Debug)]
pub struct Returned<T>(PhantomData<fn() -> T>);

impl<T> Returned<T> {
    /// Of a value's type.
    pub fn of(_: &T) -> Self {
        Self(PhantomData)
    }
}

impl<T, E> Returned<Result<T, E>> {
    /// A result: its error is the tool's.
    pub fn kind(&self) -> Fallible {
        Fallible
    }
}

/// Everything that is not a `Result`.
pub trait AnyReturned {
    /// A value, that is there in any case.
    fn kind(&self) -> Plain {
        Plain
    }
}

impl<T> AnyReturned for &Returned<T> {}

/// The function returned a `Result`.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Fallible;

/// The function returned a value.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Plain;

impl Fallible {
    /// The value's JSON, or the error as it is, to be told apart in its turn.
    ///
    /// # Errors
    /// The function's own.
    pub fn encode<T: Output, E>(self, returned: Result<T, E>) -> Result<Encoded, E> {
        returned.map(|value| encode(&value))
    }
}

impl Plain {
    /// The value's JSON.
    ///
    /// # Errors
    /// None.
    pub fn encode<T: Output>(self, returned: T) -> Result<Encoded, Infallible> {
        Ok(encode(&returned))
    }
}

/// A value as JSON, or why it has none.
type Encoded = Result<Written, ToolError>;

/// An error that came back from the function.
#[derive(Debug)]
pub struct Failed<E>(PhantomData<fn() -> E>);

impl<E> Failed<E> {
    /// Of an error's type.
    pub fn of(_: &E) -> Self {
        Self(PhantomData)
    }
}

impl Failed<ToolError> {
    /// Already what it has to be.
    pub fn kind(&self) -> AsItIs {
        AsItIs
    }
}

/// Errors that have causes, `anyhow::Error` among them.
pub trait CausedFailed {
    /// The text for the model, the causes for the operator.
    fn kind(&self) -> Caused {
        Caused
    }
}

impl<E: Display + Into<BoxError>> CausedFailed for Failed<E> {}

/// Everything else.
pub trait AnyFailed {
    /// The text is all there is.
    fn kind(&self) -> TextOnly {
        TextOnly
    }
}

impl<E> AnyFailed for &Failed<E> {}

/// The error is a [`ToolError`].
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct AsItIs;

/// The error has causes.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Caused;

/// The error has only a text.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct TextOnly;

impl AsItIs {
    /// The tool's error.
    #[must_use]
    pub fn tool_error(self, error: ToolError) -> ToolError {
        error
    }
}

impl Caused {
    /// The tool's error.
    pub fn tool_error<E: Failure + Into<BoxError>>(self, error: E) -> ToolError {
        ToolError::from_display(&error).with_cause(error)
    }
}

impl TextOnly {
    /// The tool's error.
    pub fn tool_error<E: Failure>(self, error: E) -> ToolError {
        ToolError::from_display(error)
    }
}
