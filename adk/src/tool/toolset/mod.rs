//! Several tools under one name: the trait [`Toolset`] and what makes another toolset of one,
//! lists of tools and toolsets, and what `#[toolset]` makes of a type's methods.

mod adapted;
mod check;
mod confirmed;
mod ext;
mod filtered;
mod fixed;
mod list;
mod listing;
mod methods;

pub use ext::ToolsetExt;
pub use filtered::{AllowedTools, ToolFilter};
pub use fixed::StaticToolset;
pub use list::ToolList;
pub use methods::{
    MainBlock, Method, Methods, NamesOf, NoNames, Part, PartNames, Shareable, gathered,
};

pub(crate) use check::{Sourced, check_tools};
pub(crate) use listing::list_all;

use std::fmt;
use std::sync::Arc;

use futures_core::future::BoxFuture;

use super::Tool;
use crate::context::{CallbackContext, ReadonlyContext};
use crate::error::Result;
use crate::model::LlmRequest;

/// Several tools under one name, which may change from run to run.
///
/// `#[toolset]` makes one of a type's methods, and [`StaticToolset`] of a list. Implement
/// the trait for tools that are found while the program runs: an agent asks for them once in
/// each of its runs. What [`ToolsetExt`] has makes another toolset of any.
///
/// ```
/// use std::sync::Arc;
/// use adk::tool::Toolset;
/// use adk::{ReadonlyContext, Result, Tool, tool};
/// use futures::future::BoxFuture;
///
/// /// Deletes what the user has.
/// #[tool(destructive)]
/// async fn delete_all() {}
///
/// /// Tells the time.
/// #[tool(read_only)]
/// async fn get_time() {}
///
/// #[derive(Debug)]
/// struct ByRights;
///
/// impl Toolset for ByRights {
///     fn name(&self) -> &str {
///         "by_rights"
///     }
///
///     fn tools<'a>(&'a self, ctx: &'a ReadonlyContext) -> BoxFuture<'a, Result<Vec<Arc<dyn Tool>>>> {
///         Box::pin(async move {
///             let mut tools: Vec<Arc<dyn Tool>> = vec![Arc::new(get_time::tool())];
///             if ctx.user_id() == "admin" {
///                 tools.push(Arc::new(delete_all::tool()));
///             }
///             Ok(tools)
///         })
///     }
/// }
///
/// let agent = adk::LlmAgent::builder("helper").toolset(ByRights);
/// # let _ = agent;
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a toolset",
    note = "put `#[toolset]` on its `impl`, or implement `adk::tool::Toolset`",
    note = "the builder of a toolset becomes one by `.build()?`"
)]
pub trait Toolset: fmt::Debug + Send + Sync {
    /// What the toolset is called where two tools of one name are complained of.
    fn name(&self) -> &str;

    /// The tools for one run of an agent.
    ///
    /// # Errors
    /// When they cannot be told; it ends the run.
    fn tools<'a>(&'a self, ctx: &'a ReadonlyContext) -> BoxFuture<'a, Result<Vec<Arc<dyn Tool>>>>;

    /// The tools, where they are the same in every run: then they are checked when the
    /// agent is built, and [`tools`](Self::tools) is not asked.
    fn fixed_tools(&self) -> Option<&[Arc<dyn Tool>]> {
        None
    }

    /// Changes each request of an agent that has the toolset, once, after its tools did; `None`
    /// for a toolset that leaves requests alone.
    ///
    /// # Errors
    /// An error ends the run.
    fn process_request<'a>(
        &'a self,
        _ctx: &'a CallbackContext,
        _request: &'a mut LlmRequest,
    ) -> Option<BoxFuture<'a, Result<()>>> {
        None
    }
}

/// What an agent takes as a toolset: a [`Toolset`], or a value whose `impl` is under
/// `#[toolset]`; both also in an `Arc`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a toolset",
    note = "put `#[toolset]` on its `impl`, or implement `adk::tool::Toolset`",
    note = "the builder of a toolset becomes one by `.build()?`"
)]
pub trait IntoToolset {
    /// The toolset.
    fn into_toolset(self) -> Arc<dyn Toolset>;
}

/// What becomes a toolset in an `Arc`: every [`Toolset`], and what `#[toolset]` makes.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a toolset",
    note = "put `#[toolset]` on its `impl`, or implement `adk::tool::Toolset`",
    note = "the builder of a toolset becomes one by `.build()?`"
)]
pub trait SharedToolset: Sized {
    /// The toolset of this value.
    fn shared_toolset(self: Arc<Self>) -> Arc<dyn Toolset>;
}

impl<T: Toolset + 'static> SharedToolset for T {
    fn shared_toolset(self: Arc<Self>) -> Arc<dyn Toolset> {
        self
    }
}

impl<T: SharedToolset> IntoToolset for T {
    fn into_toolset(self) -> Arc<dyn Toolset> {
        Arc::new(self).shared_toolset()
    }
}

impl<T: SharedToolset> IntoToolset for Arc<T> {
    fn into_toolset(self) -> Arc<dyn Toolset> {
        self.shared_toolset()
    }
}

impl IntoToolset for Arc<dyn Toolset> {
    fn into_toolset(self) -> Arc<dyn Toolset> {
        self
    }
}
