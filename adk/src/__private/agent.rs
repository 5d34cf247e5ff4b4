//! What the functions under `#[agent]` may take, and what those that drive an agent may return.

use crate::error::Result;

/// Asks whether the runs of an agent can share what its function takes.
pub const fn dependency<T: Send + Sync + ?Sized + 'static>() {}

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
