//! The user's own processors of requests and responses; they run after ADK's.

use std::fmt;

use futures_core::future::BoxFuture;

use crate::context::CallbackContext;
use crate::error::Result;
use crate::invocation::InvocationContext;
use crate::model::{LlmRequest, LlmResponse};

/// Changes each request of an agent just before its model is asked: it sees what ADK's own
/// processors made. Set by
/// [`LlmAgentBuilder::request_processor`](crate::LlmAgentBuilder::request_processor).
///
/// ```
/// use adk::model::LlmRequest;
/// use adk::testing::ScriptedModel;
/// use adk::{InvocationContext, LlmAgent, RequestProcessor, Runner};
/// use futures::future::{BoxFuture, FutureExt};
///
/// /// Sends the model what was said last, and no more.
/// #[derive(Debug)]
/// struct Forgetful;
///
/// impl RequestProcessor for Forgetful {
///     fn process<'a>(
///         &'a self,
///         _: &'a InvocationContext,
///         request: &'a mut LlmRequest,
///     ) -> BoxFuture<'a, adk::Result<()>> {
///         let said = request.contents_mut();
///         said.drain(..said.len() - 1);
///         async { Ok(()) }.boxed()
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// let model = ScriptedModel::new().text("Hello.").text("Hello.");
/// let agent = LlmAgent::builder("goldfish").model(model.clone()).request_processor(Forgetful).build()?;
/// let runner = Runner::builder("bowl", agent).build()?;
/// runner.run("user", "session", "Hi").text().await?;
/// runner.run("user", "session", "Hi again").text().await?;
/// assert_eq!(model.requests()[1].contents().len(), 1);
/// # Ok(()) }
/// ```
pub trait RequestProcessor: fmt::Debug + Send + Sync {
    /// Changes the request of a step.
    ///
    /// # Errors
    /// An error ends the run.
    fn process<'a>(
        &'a self,
        ctx: &'a InvocationContext,
        request: &'a mut LlmRequest,
    ) -> BoxFuture<'a, Result<()>>;
}

/// Changes each response of an agent's model before it becomes an event: it sees what ADK's own
/// processors and the callbacks made. Set by
/// [`LlmAgentBuilder::response_processor`](crate::LlmAgentBuilder::response_processor).
///
/// ```
/// use adk::model::LlmResponse;
/// use adk::testing::ScriptedModel;
/// use adk::{CallbackContext, Content, LlmAgent, ResponseProcessor, Runner};
/// use futures::future::{BoxFuture, FutureExt};
///
/// #[derive(Debug)]
/// struct Loud;
///
/// impl ResponseProcessor for Loud {
///     fn process<'a>(
///         &'a self,
///         _: &'a CallbackContext,
///         response: LlmResponse,
///     ) -> BoxFuture<'a, adk::Result<LlmResponse>> {
///         let said = response.content().map(Content::text).unwrap_or_default();
///         let louder = response.with_content(Content::model(said.to_uppercase()));
///         async { Ok(louder) }.boxed()
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// let model = ScriptedModel::new().text("Hello.");
/// let agent = LlmAgent::builder("crier").model(model).response_processor(Loud).build()?;
/// let runner = Runner::builder("market", agent).build()?;
/// assert_eq!(runner.run("user", "session", "Hi").text().await?, "HELLO.");
/// # Ok(()) }
/// ```
pub trait ResponseProcessor: fmt::Debug + Send + Sync {
    /// Gives the response back as it is to be. With streaming, pieces come too, and a piece
    /// stays a piece.
    ///
    /// # Errors
    /// An error ends the run.
    fn process<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        response: LlmResponse,
    ) -> BoxFuture<'a, Result<LlmResponse>>;
}
