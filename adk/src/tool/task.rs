//! A call in a task of its own: for the agents of a run, and for the hosts of a server.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::task::JoinHandle;
use tracing::{Instrument as _, Span};

use super::{Tool, ToolError, out_of_time, panic_text};
use crate::content::Json;
use crate::context::ToolContext;

/// A call in a task of its own, so that a tool that blocks its thread stops neither the other
/// tools nor its own time limit. The task ends with this.
pub(crate) struct Task<'a> {
    tool: &'a Arc<dyn Tool>,
    handle: JoinHandle<Result<Json, ToolError>>,
}

impl<'a> Task<'a> {
    /// Starts the call, within that span.
    pub(crate) fn start(
        tool: &'a Arc<dyn Tool>,
        ctx: &ToolContext,
        args: &Json,
        span: &Span,
    ) -> Self {
        let (task_tool, ctx, args) = (Arc::clone(tool), ctx.clone(), args.clone());
        let call = async move { task_tool.run(&ctx, &args).await };
        let handle = if span.is_disabled() {
            tokio::spawn(call)
        } else {
            tokio::spawn(call.instrument(span.clone()))
        };
        Self { tool, handle }
    }

    /// Whether the call has come to something.
    pub(crate) fn is_over(&self) -> bool {
        self.handle.is_finished()
    }
}

impl Future for Task<'_> {
    /// What the call came to, a panic too.
    type Output = Result<Json, ToolError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let joined = ready!(Pin::new(&mut self.handle).poll(cx));
        Poll::Ready(joined.unwrap_or_else(|ended| {
            Err(match ended.try_into_panic() {
                Ok(payload) => ToolError::told(panic_text(self.tool.name(), payload)),
                Err(_) => ToolError::model(format!("tool `{}` was cancelled", self.tool.name())),
            })
        }))
    }
}

impl Drop for Task<'_> {
    fn drop(&mut self) {
        self.handle.abort();
    }
}

/// Runs the tool as a task. `which` says whose limit it is.
pub(crate) async fn run_as_task(
    tool: &Arc<dyn Tool>,
    ctx: &ToolContext,
    args: &Json,
    limit: Duration,
    which: &str,
) -> Result<Json, ToolError> {
    let task = Task::start(tool, ctx, args, &Span::current());
    tokio::time::timeout(limit, task)
        .await
        .unwrap_or_else(|_| Err(out_of_time(ctx, tool.name(), limit, which)))
}
