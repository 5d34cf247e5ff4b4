//! A call in a task of its own: for the agents of a run, and for the hosts of a server.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::task::AbortOnDropHandle;
use tracing::{Instrument as _, Span};

use super::{Tool, ToolError, out_of_time, panic_text};
use crate::content::Json;
use crate::context::ToolContext;

/// Runs the tool as a task of its own, so that one that blocks its thread stops neither
/// the other tools nor its own time limit. `which` says whose limit it is.
pub(crate) async fn run_as_task(
    tool: &Arc<dyn Tool>,
    ctx: &ToolContext,
    args: &Json,
    limit: Duration,
    which: &str,
) -> Result<Json, ToolError> {
    let (task_tool, task_ctx, task_args) = (Arc::clone(tool), ctx.clone(), args.clone());
    let task = async move { task_tool.run(&task_ctx, &task_args).await };
    let task = AbortOnDropHandle::new(if Span::current().is_disabled() {
        tokio::spawn(task)
    } else {
        tokio::spawn(task.in_current_span())
    });
    match tokio::time::timeout(limit, task).await {
        Ok(Ok(result)) => result,
        Ok(Err(ended)) => Err(match ended.try_into_panic() {
            Ok(payload) => ToolError::told(panic_text(tool.name(), payload)),
            Err(_) => ToolError::model(format!("tool `{}` was cancelled", tool.name())),
        }),
        Err(_) => Err(out_of_time(ctx, tool.name(), limit, which)),
    }
}
