//! What makes another toolset of any.

use std::sync::Arc;

use futures_util::FutureExt as _;

use super::adapted::{Adapted, Change};
use super::confirmed::{Decide, Gate};
use super::filtered::Filtered;
use super::{IntoToolset, ToolFilter, Toolset};
use crate::content::Json;
use crate::context::ToolContext;
use crate::tool::function::{Deciding, Decision};
use crate::tool::{Tool, ToolError};

/// What every toolset can become: a toolset of fewer tools, of tools under other names, or of
/// tools that a person has to approve of.
///
/// These can be put one behind the other, and each sees the tools as the one before left them.
/// The tools stay what they are in all else: what they need, how long they run, what they report,
/// how they shape requests; so does what the toolset itself does to requests. A toolset that is
/// [fixed](Toolset::fixed_tools) stays so, unless a closure filters it.
///
/// ```
/// use adk::prelude::*;
/// use adk::tool::AllowedTools;
///
/// #[derive(Debug)]
/// struct Orders;
///
/// #[toolset]
/// impl Orders {
///     /// Lists all orders.
///     #[tool(read_only)]
///     async fn list(&self) -> Vec<u64> {
///         vec![7]
///     }
///
///     /// Cancels all orders.
///     #[tool(destructive)]
///     async fn cancel(&self) {}
///
///     /// Closes the shop.
///     #[tool(destructive)]
///     async fn close(&self) {}
/// }
///
/// let orders = Orders
///     .filtered(AllowedTools::new(["list", "cancel"]))
///     .prefixed("orders")
///     .confirmed_when("Really?", |_, tool, _| async move { tool.hints().is_destructive() });
/// assert_eq!(tools![..orders].names(), ["orders_list", "orders_cancel"]);
/// ```
pub trait ToolsetExt: IntoToolset + Sized {
    /// The tools that `filter` allows: [`AllowedTools`](super::AllowedTools), or a closure, which
    /// is asked in each run of an agent.
    ///
    /// A name that a fixed toolset does not have is an error when the agent is built. Of other
    /// toolsets it is a warning in the log of each run, since it may be there in the next, or an
    /// error of the run where the names are [required](super::AllowedTools::required). A prefix
    /// that is put on before the filter is part of the names.
    ///
    /// ```
    /// use adk::prelude::*;
    /// use adk::tool::StaticToolset;
    ///
    /// /// Deletes everything.
    /// #[tool]
    /// async fn delete_all() {}
    ///
    /// let by_rights = StaticToolset::new("files", tools![delete_all])
    ///     .filtered(|ctx: &ReadonlyContext, tool: &dyn Tool| {
    ///         ctx.user_id() == "admin" || tool.name() != "delete_all"
    ///     });
    /// assert!(by_rights.fixed_tools().is_none());
    /// ```
    #[must_use = "it is another toolset, for `.toolset(…)`"]
    fn filtered(self, filter: impl ToolFilter) -> Arc<dyn Toolset> {
        Arc::new(Filtered::new(self.into_toolset(), filter))
    }

    /// The tools under names that begin with `prefix` and a `_`, so that two toolsets with tools
    /// of one name can be had together. The names are checked when an agent is built, as all are.
    ///
    /// What the model does not call keeps its name, such as a [`GeminiTool`](crate::GeminiTool). In
    /// its own errors a tool has the name that it was made with. One that shapes requests can know the
    /// [other](crate::model::LlmRequest::declared), as those of this crate do.
    #[must_use = "it is another toolset, for `.toolset(…)`"]
    fn prefixed(self, prefix: impl Into<String>) -> Arc<dyn Toolset> {
        let prefix = Change::Prefix(prefix.into().into());
        Arc::new(Adapted::new(self.into_toolset(), prefix))
    }

    /// The tools, of whose calls a person has to approve each. `hint` is what the person reads; an
    /// empty one is replaced by ADK's own.
    ///
    /// A tool's own confirmation does not ask once more about what was approved here.
    #[must_use = "it is another toolset, for `.toolset(…)`"]
    fn confirmed(self, hint: impl Into<String>) -> Arc<dyn Toolset> {
        gated(self, hint.into(), None)
    }

    /// The tools, of whose calls a person has to approve those that `decide` picks. It is lent the
    /// tool and its arguments, and gives a `bool`, or a `Result` of one whose error is then the tool's.
    /// A tool's own confirmation asks all the same.
    ///
    /// The arguments were checked before, and are those that the tool is run with: mended where they
    /// can be meant in one way only. Where they are still not as the schema says, a person is asked.
    #[must_use = "it is another toolset, for `.toolset(…)`"]
    fn confirmed_when<F, R>(self, hint: impl Into<String>, decide: F) -> Arc<dyn Toolset>
    where
        F: Fn(ToolContext, Arc<dyn Tool>, Json) -> R + Send + Sync + 'static,
        R: Deciding + Send + 'static,
        R::Output: Decision,
        <R::Output as Decision>::Error: Into<ToolError>,
    {
        let decide = move |ctx: ToolContext, tool: Arc<dyn Tool>, args: Json| {
            let decided = decide(ctx, tool, args);
            decided
                .deciding()
                .map(|decided| decided.decision().map_err(Into::into))
                .boxed()
        };
        gated(self, hint.into(), Some(Box::new(decide)))
    }
}

impl<T: IntoToolset> ToolsetExt for T {}

fn gated(toolset: impl IntoToolset, hint: String, decide: Option<Box<Decide>>) -> Arc<dyn Toolset> {
    let gate = Gate {
        hint: hint.into(),
        decide,
    };
    let gate = Change::Gate(Arc::new(gate));
    Arc::new(Adapted::new(toolset.into_toolset(), gate))
}
