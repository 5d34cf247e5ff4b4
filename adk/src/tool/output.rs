//! What a tool function returns, to what the model reads.
//!
//! The return is told apart by trait, not by spelling, so an alias of `Result` is a
//! `Result`. The traits here work through autoref, which only generated code can write:
//! `(&Returned::of(&value)).kind().encode(value)`.

use std::convert::Infallible;
use std::fmt::Display;
use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::ToolError;
use crate::content::{Json, Schema};
use crate::error::BoxError;

/// A type that a tool can return: it serialises to JSON.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a tool",
    label = "this type has to serialise to JSON",
    note = "add `#[derive(serde::Serialize)]` to the type; it is in `adk` too: `adk::serde`"
)]
pub trait Output: Serialize {}

impl<T: Serialize> Output for T {}

/// A type that a tool can fail with: the model reads its text.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool",
    label = "this type has no text that the model could read",
    note = "implement `std::fmt::Display` for the type, or return `adk::ToolError`"
)]
pub trait Failure: Display {}

impl<E: Display> Failure for E {}

/// What the model reads of a value: an object as it is, `{}` for nothing, anything else
/// under `result`. NaN and infinities are `null`, as JSON has no words for them.
///
/// # Errors
/// When the value does not serialise.
pub(super) fn encode<T: Serialize + ?Sized>(value: &T) -> Result<Json, ToolError> {
    let json = Json::new(value).map_err(|error| {
        ToolError::model("the tool's result has no JSON form").with_cause(error)
    })?;
    match json.as_str() {
        _ if json.is_object() => Ok(json),
        "null" if size_of_val(value) == 0 => Ok(Json::empty_object()),
        _ => Ok(Json::new(&json!({ "result": json }))?),
    }
}

/// The schema of what [`encode`] makes of a `T`; none where that is not one thing.
fn schema<T: JsonSchema>() -> Option<Schema> {
    let schema = Schema::of_output::<T>();
    match schema.as_json().as_str() {
        r#"{"type":"null"}"# => None,
        _ if schema.is_object() => Some(schema.into_object_root()),
        _ if schema.is_never_object() => Some(schema.into_property("result")),
        _ => None,
    }
}

/// What came back from the function.
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

/// Everything that is no `Result`.
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
        returned.map(|value| Encoded(encode(&value)))
    }
}

impl Plain {
    /// The value's JSON.
    ///
    /// # Errors
    /// None.
    pub fn encode<T: Output>(self, returned: T) -> Result<Encoded, Infallible> {
        Ok(Encoded(encode(&returned)))
    }
}

/// A value that was written as JSON, if it could be.
#[derive(Debug)]
pub struct Encoded(Result<Json, ToolError>);

impl Encoded {
    /// The JSON.
    ///
    /// # Errors
    /// When the value has none.
    pub fn json(self) -> Result<Json, ToolError> {
        self.0
    }
}

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

/// The type that a function returns, asked for its schema:
/// `(&&&&OutputOf::<T>::new()).schema()`.
#[derive(Debug)]
pub struct OutputOf<T>(PhantomData<fn() -> T>);

impl<T> OutputOf<T> {
    /// Of a type.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "only generated code makes one")]
    pub fn new() -> Self {
        Self(PhantomData)
    }
}

/// A `Result` whose value has a schema.
pub trait ResultSchema {
    /// The schema of the value.
    fn schema(&self) -> Option<Schema>;
}

impl<T: JsonSchema, E> ResultSchema for &&&OutputOf<Result<T, E>> {
    fn schema(&self) -> Option<Schema> {
        schema::<T>()
    }
}

/// Another `Result`.
pub trait ResultWithoutSchema {
    /// None.
    fn schema(&self) -> Option<Schema> {
        None
    }
}

impl<T, E> ResultWithoutSchema for &&OutputOf<Result<T, E>> {}

/// A value that has a schema.
pub trait ValueSchema {
    /// The value's.
    fn schema(&self) -> Option<Schema>;
}

impl<T: JsonSchema> ValueSchema for &OutputOf<T> {
    fn schema(&self) -> Option<Schema> {
        schema::<T>()
    }
}

/// Another value.
pub trait ValueWithoutSchema {
    /// None.
    fn schema(&self) -> Option<Schema> {
        None
    }
}

impl<T> ValueWithoutSchema for OutputOf<T> {}
