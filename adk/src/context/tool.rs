//! What a tool gets.

use std::fmt;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::{CallbackContext, ReadonlyContext, State, artifact_accessors, shared_accessors};
use crate::error::Result;
use crate::memory::MemoryEntry;

/// Everything a tool call may know and do.
///
/// ```
/// use adk::ToolContext;
///
/// fn remember(ctx: &ToolContext, city: &str) {
///     ctx.state().set("user:city", city);
/// }
/// ```
#[derive(Clone)]
pub struct ToolContext {
    pub(crate) callback: CallbackContext,
    function_call_id: Arc<str>,
    cancellation: CancellationToken,
}

impl ToolContext {
    shared_accessors!();
    artifact_accessors!();

    fn base(&self) -> &ReadonlyContext {
        &self.callback.readonly
    }

    fn writer(&self) -> &CallbackContext {
        &self.callback
    }

    pub(crate) fn new(readonly: ReadonlyContext, function_call_id: Arc<str>) -> Self {
        Self {
            cancellation: readonly.scope.cancellation.child_token(),
            callback: CallbackContext::new(readonly),
            function_call_id,
        }
    }

    /// The id of the call that the tool answers.
    #[must_use]
    pub fn function_call_id(&self) -> &str {
        &self.function_call_id
    }

    /// The state; what is written reaches the session with the call's event.
    #[must_use]
    pub fn state(&self) -> State<'_> {
        self.callback.state()
    }

    /// Ends the turn with this tool's answer: the model is not asked to sum it up.
    pub fn skip_summarization(&self) {
        self.callback.actions().set_skip_summarization();
    }

    /// What earlier sessions of the user said about `query`, oldest first; those that were
    /// given to the runner's [`MemoryService`](crate::memory::MemoryService).
    ///
    /// # Errors
    /// A failure of the memory store.
    pub async fn search_memory(&self, query: &str) -> Result<Vec<MemoryEntry>> {
        let scope = &self.callback.readonly.scope;
        let key = &scope.key;
        scope
            .services
            .memory
            .search(key.app(), key.user(), query)
            .await
    }

    /// Is cancelled when the run is, or when the call has reached its time limit.
    #[must_use]
    pub fn cancellation(&self) -> &CancellationToken {
        &self.cancellation
    }
}

impl fmt::Debug for ToolContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolContext")
            .field("function_call_id", &self.function_call_id)
            .field("callback", &self.callback)
            .finish_non_exhaustive()
    }
}
