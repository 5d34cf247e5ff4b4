//! Credentials that tools ask a user for. A door: there is none unless an agent is given one.

use std::fmt;

use futures_core::future::BoxFuture;
use futures_util::future::ready;

use crate::context::CallbackContext;
use crate::error::Result;
use crate::model::LlmRequest;

/// Takes up credentials before a model is asked.
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
    /// Shapes the request, before its contents are chosen.
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
