//! The gate before the calls of a toolset: whether a person is asked, and what about.

use std::fmt;
use std::sync::Arc;

use futures_core::future::BoxFuture;

use crate::content::Json;
use crate::context::ToolContext;
use crate::tool::function::{answered, ask};
use crate::tool::{Tool, ToolError};

pub(super) type Decide = dyn Fn(ToolContext, Arc<dyn Tool>, Json) -> BoxFuture<'static, Result<bool, ToolError>>
    + Send
    + Sync;

/// Stands before the calls of all tools of a set.
pub(super) struct Gate {
    pub(super) hint: Box<str>,
    /// `None` where a person is always asked.
    pub(super) decide: Option<Box<Decide>>,
}

impl Gate {
    /// Lets a call through that is approved or need not be. Nobody is asked about arguments that
    /// are wrong.
    pub(super) async fn pass(
        &self,
        tool: &Arc<dyn Tool>,
        ctx: &ToolContext,
        args: &Json,
    ) -> Result<(), ToolError> {
        if let Some(answer) = answered(ctx, tool.name()) {
            return answer;
        }
        tool.check(args)?;
        if let Some(decide) = &self.decide
            && !decide(ctx.clone(), Arc::clone(tool), args.clone()).await?
        {
            return Ok(());
        }
        Err(ask(ctx, tool.name(), &self.hint))
    }
}

impl fmt::Debug for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gate")
            .field("hint", &self.hint)
            .finish_non_exhaustive()
    }
}
