//! Planning before acting: the trait [`Planner`].
//!
//! An agent has no planner by default, and the crate brings none.

use std::fmt;

use futures_core::future::BoxFuture;
use futures_util::future::ready;

use crate::context::{CallbackContext, ReadonlyContext};
use crate::error::Result;
use crate::model::{LlmRequest, LlmResponse};

/// Tells the model how to plan, and handles its plans: the planning steps of an agent, set by
/// [`LlmAgentBuilder::planner`](crate::LlmAgentBuilder::planner).
///
/// ```
/// use adk::model::LlmRequest;
/// use adk::planner::Planner;
/// use adk::testing::ScriptedModel;
/// use adk::{LlmAgent, ReadonlyContext};
/// use futures::future::{BoxFuture, FutureExt};
///
/// #[derive(Debug)]
/// struct Outline;
///
/// impl Planner for Outline {
///     fn planning_instruction<'a>(
///         &'a self,
///         _: &'a ReadonlyContext,
///         _: &'a LlmRequest,
///     ) -> BoxFuture<'a, adk::Result<Option<String>>> {
///         async { Ok(Some("Write an outline first.".to_owned())) }.boxed()
///     }
/// }
///
/// # fn main() -> adk::Result<()> {
/// let model = ScriptedModel::new().text("1. …");
/// let writer = LlmAgent::builder("writer").model(model).planner(Outline).build()?;
/// # let _ = writer;
/// # Ok(()) }
/// ```
pub trait Planner: fmt::Debug + Send + Sync {
    /// What the model is told about planning, after the instructions; nothing by default.
    ///
    /// # Errors
    /// An error ends the run.
    fn planning_instruction<'a>(
        &'a self,
        _ctx: &'a ReadonlyContext,
        _request: &'a LlmRequest,
    ) -> BoxFuture<'a, Result<Option<String>>> {
        Box::pin(ready(Ok(None)))
    }

    /// Gives the response back with its plan removed or marked as thought; with streaming,
    /// pieces come too. It changes nothing by default.
    ///
    /// # Errors
    /// An error ends the run.
    fn process_response<'a>(
        &'a self,
        _ctx: &'a CallbackContext,
        response: LlmResponse,
    ) -> BoxFuture<'a, Result<LlmResponse>> {
        Box::pin(ready(Ok(response)))
    }
}
