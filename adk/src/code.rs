//! Code that a model writes and has run. A door: there is none unless an agent is given one.

use std::fmt;

use futures_core::future::BoxFuture;
use futures_util::future::ready;

use crate::context::CallbackContext;
use crate::error::Result;
use crate::model::{LlmRequest, LlmResponse};

/// Runs the code in a model's answers.
///
/// ```
/// use adk::LlmAgent;
/// use adk::code::CodeExecutor;
/// use adk::testing::ScriptedModel;
///
/// /// Runs nothing.
/// #[derive(Debug)]
/// struct Reader;
///
/// impl CodeExecutor for Reader {}
///
/// # fn main() -> adk::Result<()> {
/// let model = ScriptedModel::new().text("print(1)");
/// let coder = LlmAgent::builder("coder").model(model).code_executor(Reader).build()?;
/// # let _ = coder;
/// # Ok(()) }
/// ```
pub trait CodeExecutor: fmt::Debug + Send + Sync {
    /// Shapes the request: what code may do, files it may read.
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

    /// The response, whole or a piece, with what came of its code.
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
