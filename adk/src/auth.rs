//! Credentials that tools need: the trait [`AuthHandler`].
//!
//! An agent has no handler by default, and the crate brings none.

use std::fmt;

use futures_core::future::BoxFuture;
use futures_util::future::ready;

use crate::context::CallbackContext;
use crate::error::Result;
use crate::model::LlmRequest;

/// Handles credentials before the model is asked: the auth step of an agent, set by
/// [`LlmAgentBuilder::auth_handler`](crate::LlmAgentBuilder::auth_handler).
///
/// ```
/// use adk::LlmAgent;
/// use adk::auth::AuthHandler;
/// use adk::testing::ScriptedModel;
///
/// /// Keeps nothing.
/// #[derive(Debug)]
/// struct Open;
///
/// impl AuthHandler for Open {}
///
/// # fn main() -> adk::Result<()> {
/// let model = ScriptedModel::new().text("Hi.");
/// let clerk = LlmAgent::builder("clerk").model(model).auth_handler(Open).build()?;
/// # let _ = clerk;
/// # Ok(()) }
/// ```
pub trait AuthHandler: fmt::Debug + Send + Sync {
    /// Changes the request, before the conversation is added to it. It does nothing by default.
    ///
    /// # Errors
    /// An error ends the run.
    fn process_request<'a>(
        &'a self,
        _ctx: &'a CallbackContext,
        _request: &'a mut LlmRequest,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(ready(Ok(())))
    }
}
