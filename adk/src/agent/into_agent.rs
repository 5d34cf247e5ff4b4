//! What an agent takes as one below it: an agent, or the outcome of making one.

use std::sync::Arc;

use crate::error::Result;
use crate::invocation::Agent;

/// What can be an agent below another: any [`Agent`], an `Arc` of one, lent or not, or the
/// `Result` of making one, whose error `build()` of the agent above returns.
///
/// ```
/// # fn main() -> adk::Result<()> {
/// use adk::testing::ScriptedModel;
/// use adk::{ErrorKind, LlmAgent, SequentialAgent};
///
/// let draft = LlmAgent::builder("draft").model(ScriptedModel::new()).build();
/// let polish = LlmAgent::builder("polish").build();
/// let error = SequentialAgent::builder("article")
///     .sub_agent(draft)
///     .sub_agent(polish)
///     .build()
///     .unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::ModelNotConfigured);
/// # Ok(()) }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an agent",
    label = "this is not an agent",
    note = "an agent is what `x::agent()` of an `#[agent]` fn `x` returns, or what implements `adk::Agent`"
)]
pub trait IntoAgent {
    /// The agent, shared.
    ///
    /// # Errors
    /// What kept the agent from being made.
    fn into_agent(self) -> Result<Arc<dyn Agent>>;
}

impl<T: Agent + 'static> IntoAgent for T {
    fn into_agent(self) -> Result<Arc<dyn Agent>> {
        Ok(Arc::new(self))
    }
}

impl<T: Agent + 'static> IntoAgent for Result<T> {
    fn into_agent(self) -> Result<Arc<dyn Agent>> {
        Ok(Arc::new(self?))
    }
}

impl<T: Agent + ?Sized + 'static> IntoAgent for &Arc<T> {
    fn into_agent(self) -> Result<Arc<dyn Agent>> {
        Ok(Arc::new(Arc::clone(self)))
    }
}
