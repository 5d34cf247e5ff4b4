//! A planner: has a model plan before it acts. A door: there is none unless an agent is given
//! one.

use std::fmt;

use futures_core::future::BoxFuture;
use futures_util::future::ready;

use crate::context::{CallbackContext, ReadonlyContext};
use crate::error::Result;
use crate::model::{LlmRequest, LlmResponse};

/// Tells a model how to plan, and reads its plans.
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
    /// What the model is told about planning, behind the other instructions.
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

    /// The response, whole or a piece, without what was only planned, or with it as thought.
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
