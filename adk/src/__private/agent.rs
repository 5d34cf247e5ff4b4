//! What the functions under `#[agent]` may take and, where they drive an agent, return; and what
//! the keys `input` and `output_key` may name.

use crate::error::Result;
use crate::session::StateKey;
use crate::tool::args::ValueKind;

/// Asks whether the runs of an agent can share what its function takes.
pub const fn dependency<T: Send + Sync + ?Sized + 'static>() {}

/// Refuses, while compiling, an input whose values are no objects.
#[track_caller]
pub const fn check_input(kind: ValueKind) {
    assert!(
        matches!(kind, ValueKind::Unknown | ValueKind::Map),
        "the input of an agent is an object\nhelp: give a struct, with a field for each thing that \
         the agent has to know"
    );
}

/// What a function that drives an agent returns.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the end of an agent",
    label = "an agent ends with nothing, or with an error",
    note = "return `adk::Result<()>`"
)]
pub trait Ended {
    /// The error that ends the run, if any.
    ///
    /// # Errors
    /// That of the function.
    fn into_end(self) -> Result<()>;
}

impl Ended for () {
    fn into_end(self) -> Result<()> {
        Ok(())
    }
}

impl Ended for Result<()> {
    fn into_end(self) -> Result<()> {
        self
    }
}

/// The end of a function that drives an agent.
///
/// # Errors
/// That of the function.
pub fn ended(end: impl Ended) -> Result<()> {
    end.into_end()
}

/// A key of the state that can keep answers of a type; a plain text says nothing of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot keep an answer of type `{T}`",
    label = "the values of this key are of another type",
    note = "an agent with `output = Report` answers with a `Report`, and one without with a `String`"
)]
pub trait AnswerKey<T>: Into<String> {}

impl<T> AnswerKey<T> for &str {}
impl<T> AnswerKey<T> for &String {}
impl<T> AnswerKey<T> for String {}
impl<T> AnswerKey<T> for StateKey<T> {}

/// The key under which an agent's answer is kept.
pub fn output_key<T>(key: impl AnswerKey<T>) -> String {
    key.into()
}
