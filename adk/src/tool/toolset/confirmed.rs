//! The gate before the calls of a toolset: whether a person is asked, and what about.

use std::fmt;
use std::sync::Arc;

use futures_core::future::BoxFuture;

use crate::content::Json;
use crate::context::ToolContext;
use crate::tool::args::fitted;
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
    /// Lets a call through that is approved or need not be, with the arguments that were judged.
    /// Nobody is asked about arguments that are wrong.
    ///
    /// Tools mend what a model sent, and some take names that no schema tells. So a closure judges
    /// the mended arguments, and where these still are not as the schema says, a person is asked.
    pub(super) async fn pass(
        &self,
        tool: &Arc<dyn Tool>,
        ctx: &ToolContext,
        args: &Json,
    ) -> Result<Json, ToolError> {
        if let Some(answer) = answered(ctx, tool.name()) {
            return answer.map(|()| args.clone());
        }
        tool.check(args)?;
        if let Some(decide) = &self.decide {
            // As a tree, a name that was sent twice is there once.
            let args = Json::from(args.to_value());
            let fitted = fitted(tool.declaration(), &args, |_| Ok(()));
            let (fits, args) = (fitted.is_ok(), fitted.unwrap_or(args));
            if !decide(ctx.clone(), Arc::clone(tool), args.clone()).await? && fits {
                return Ok(args);
            }
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
