//! Running the code that a model writes: the trait [`CodeExecutor`].
//!
//! An agent has no executor by default, and the crate brings none. Gemini's own server runs
//! code with [`GeminiTool::code_execution`](crate::GeminiTool::code_execution).

use std::fmt;

use futures_core::future::BoxFuture;
use futures_util::future::ready;

use crate::context::CallbackContext;
use crate::error::Result;
use crate::model::{LlmRequest, LlmResponse};

/// Runs the code in a model's answers: the code execution step of an agent, set by
/// [`LlmAgentBuilder::code_executor`](crate::LlmAgentBuilder::code_executor).
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
    /// Changes the request: tells the model what its code may do, adds files that it may read.
    /// It does nothing by default.
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

    /// Gives the response back with the results of its code; with streaming, pieces come too.
    /// It changes nothing by default.
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
