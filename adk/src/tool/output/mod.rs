//! What a tool function returns, to what the model reads.
//!
//! The return is told apart by trait, not by spelling, so an alias of `Result` is a
//! `Result`.

mod delivered;
mod returned;
mod schema;

pub use delivered::{AnyDelivered, Delivered, FallibleStreamDelivered, StreamDelivered};
pub use returned::{AnyFailed, AnyReturned, CausedFailed, Failed, Returned};
pub use schema::{
    AnyItem, FallibleStreamItem, OutputOf, ResultSchema, ResultWithoutSchema, StreamItem,
    ValueSchema, ValueWithoutSchema, output_schema,
};

use std::fmt::Display;

use serde::Serialize;

use super::ToolError;
use crate::content::Json;

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

/// A function's value as JSON, not yet in the form that the model reads.
#[derive(Debug)]
pub struct Written {
    json: Json,
    is_unit: bool,
}

/// What the model reads when a function returns nothing: `()` or `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoResult {
    /// That there is no result.
    Empty,
    /// Nothing yet: the tool answers later.
    Later,
}

impl Written {
    /// What a function without a result has written.
    fn nothing() -> Self {
        Self {
            json: Json::empty_object(),
            is_unit: true,
        }
    }

    /// What the model reads: an object as it is, `{}` for `()`, anything else under
    /// `result`; `null` says that the answer comes later.
    #[must_use]
    pub fn answer(self, no_result: NoResult) -> Json {
        match no_result {
            NoResult::Later if self.json.as_str() == "null" => self.json,
            _ if self.is_unit => Json::empty_object(),
            _ => as_object(self.json),
        }
    }
}

/// The value's JSON. NaN and infinities are `null`, as JSON has no words for them.
///
/// # Errors
/// When the value does not serialise.
pub(super) fn encode<T: Serialize + ?Sized>(value: &T) -> Result<Written, ToolError> {
    let json = Json::new(value).map_err(|error| {
        ToolError::model("the tool's result has no JSON form").with_cause(error)
    })?;
    let is_unit = json.as_str() == "null" && size_of_val(value) == 0;
    Ok(Written { json, is_unit })
}

/// A result that is not an object reaches the model as `{"result": …}`.
pub(crate) fn as_object(result: Json) -> Json {
    if result.is_object() {
        return result;
    }
    result.wrapped("result")
}
