//! What a tool function may take that the model does not send.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::ToolError;
use crate::context::{App, Need, ToolContext};
use crate::error::{Error, ErrorKind};

/// A value that a tool takes from its context, under `#[inject]`. The model neither sees
/// nor sends it.
///
/// ```
/// use adk::tool::FromToolContext;
/// use adk::{ToolContext, ToolError};
///
/// struct Tenant(String);
///
/// impl FromToolContext for Tenant {
///     fn from_tool_context(ctx: &ToolContext) -> Result<Self, ToolError> {
///         let tenant = ctx.user_id().split_once('@').map(|(_, tenant)| tenant.to_owned());
///         tenant.map(Self).ok_or_else(|| ToolError::model("the user has no tenant"))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be injected into a tool",
    label = "nothing says how a tool's context gives this type",
    note = "implement `adk::tool::FromToolContext` for the type, or take `ctx: &ToolContext`",
    note = "what the program shares is taken as `App<T>`, and given by `.provide(…)` of the runner"
)]
pub trait FromToolContext: Sized {
    /// The value for one call.
    ///
    /// # Errors
    /// What the model reads when the context does not have it; the tool is then not
    /// called.
    fn from_tool_context(ctx: &ToolContext) -> Result<Self, ToolError>;

    /// What the application has to give the runner for it; a runner without it is not
    /// built.
    #[must_use]
    fn needs() -> Vec<Need> {
        Vec::new()
    }
}

impl<T: 'static> FromToolContext for App<T> {
    fn from_tool_context(ctx: &ToolContext) -> Result<Self, ToolError> {
        ctx.provided().ok_or_else(|| {
            let needed = Need::of::<T>().type_name();
            let text = format!("no `{needed}` was provided: call `.provide(…)` on the runner");
            ToolError::model("the tool is not set up; do not call it again")
                .with_cause(Error::new(ErrorKind::Config, text))
                .permanent()
        })
    }

    fn needs() -> Vec<Need> {
        vec![Need::of::<T>()]
    }
}

impl FromToolContext for ToolContext {
    fn from_tool_context(ctx: &ToolContext) -> Result<Self, ToolError> {
        Ok(ctx.clone())
    }
}

impl FromToolContext for Arc<ToolContext> {
    fn from_tool_context(ctx: &ToolContext) -> Result<Self, ToolError> {
        Ok(Self::new(ctx.clone()))
    }
}

impl FromToolContext for CancellationToken {
    fn from_tool_context(ctx: &ToolContext) -> Result<Self, ToolError> {
        Ok(ctx.cancellation().clone())
    }
}
