//! A toolset without some of its tools: by their names, or by who asks.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use futures_core::future::BoxFuture;
use futures_util::future::ready;

use super::Toolset;
use crate::content::{FunctionDeclaration, Json, Schema};
use crate::context::{CallbackContext, ReadonlyContext, ToolContext};
use crate::error::{Error, ErrorKind, Result};
use crate::model::LlmRequest;
use crate::tool::args::closest;
use crate::tool::{Tool, ToolError};

/// The names of the tools that an agent may have of a toolset; see
/// [`ToolsetExt::filtered`](super::ToolsetExt::filtered).
///
/// ```
/// use adk::tool::AllowedTools;
///
/// let reading = AllowedTools::new(["find_order", "list_orders"]);
/// assert!(reading.has("find_order") && !reading.has("delete_order"));
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct AllowedTools {
    names: Box<[Box<str>]>,
    are_required: bool,
}

impl AllowedTools {
    /// These, and no others.
    pub fn new(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self {
            names: names.into_iter().map(|name| name.into().into()).collect(),
            are_required: false,
        }
    }

    /// A run without one of them is an error of kind [`ErrorKind::Config`]: for toolsets that list
    /// their tools anew in each run, where it is a warning in the log otherwise. Of a fixed toolset
    /// each has to be there in any case.
    ///
    /// ```
    /// use adk::tool::AllowedTools;
    ///
    /// let reading = AllowedTools::new(["read_text_file", "list_directory"]).required();
    /// # let _ = reading;
    /// ```
    pub fn required(mut self) -> Self {
        self.are_required = true;
        self
    }

    /// Whether a tool of that name is one of them.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.names.iter().any(|allowed| &**allowed == name)
    }

    /// The names that none of the tools has.
    fn missing(&self, tools: &[Arc<dyn Tool>]) -> Vec<&str> {
        let there: HashSet<_> = tools.iter().map(|tool| tool.name()).collect();
        let names = self.names.iter().map(|name| &**name);
        names.filter(|name| !there.contains(name)).collect()
    }
}

/// Says which tools of a toolset an agent may have: [`AllowedTools`], or a closure over who asks
/// and a tool.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which tools of a toolset an agent may have",
    note = "write `AllowedTools::new([\"name\", …])`",
    note = "or a closure with the types of what it is lent: `|ctx: &ReadonlyContext, tool: &dyn Tool| …`"
)]
pub trait ToolFilter: Send + Sync + 'static {
    /// Whether the agent may have the tool in this run.
    fn allows(&self, ctx: &ReadonlyContext, tool: &dyn Tool) -> bool;

    /// The names, where they alone decide: then the tools of a fixed toolset stay fixed.
    fn names(&self) -> Option<&AllowedTools> {
        None
    }
}

impl ToolFilter for AllowedTools {
    fn allows(&self, _: &ReadonlyContext, tool: &dyn Tool) -> bool {
        self.has(tool.name())
    }

    fn names(&self) -> Option<&AllowedTools> {
        Some(self)
    }
}

impl<F> ToolFilter for F
where
    F: Fn(&ReadonlyContext, &dyn Tool) -> bool + Send + Sync + 'static,
{
    fn allows(&self, ctx: &ReadonlyContext, tool: &dyn Tool) -> bool {
        self(ctx, tool)
    }
}

/// A toolset with those of its tools that the filter allows.
pub(super) struct Filtered {
    toolset: Arc<dyn Toolset>,
    filter: Box<dyn ToolFilter>,
    fixed: Option<Vec<Arc<dyn Tool>>>,
}

impl Filtered {
    pub(super) fn new(toolset: Arc<dyn Toolset>, filter: impl ToolFilter) -> Self {
        let known = toolset.fixed_tools().zip(filter.names());
        Self {
            fixed: known.map(|(tools, allowed)| of_fixed(tools, allowed)),
            toolset,
            filter: Box::new(filter),
        }
    }

    /// What is allowed of the tools of this run. A name without a tool is no error unless that is
    /// asked for: what is listed may be another with every user, and with every answer of a server.
    fn of_run(
        &self,
        ctx: &ReadonlyContext,
        mut tools: Vec<Arc<dyn Tool>>,
    ) -> Result<Vec<Arc<dyn Tool>>> {
        if let Some(allowed) = self.filter.names() {
            let (toolset, missing) = (self.name(), allowed.missing(&tools));
            if allowed.are_required && !missing.is_empty() {
                return Err(not_there(toolset, &missing, &tools));
            }
            for name in missing {
                let help = help(name, &tools);
                tracing::warn!(toolset, name, help, "an allowed tool is not in the toolset");
            }
        }
        tools.retain(|tool| self.filter.allows(ctx, &**tool));
        Ok(tools)
    }
}

impl Toolset for Filtered {
    fn name(&self) -> &str {
        self.toolset.name()
    }

    fn tools<'a>(&'a self, ctx: &'a ReadonlyContext) -> BoxFuture<'a, Result<Vec<Arc<dyn Tool>>>> {
        Box::pin(async move {
            match &self.fixed {
                Some(tools) => Ok(tools.clone()),
                None => self.of_run(ctx, self.toolset.tools(ctx).await?),
            }
        })
    }

    fn fixed_tools(&self) -> Option<&[Arc<dyn Tool>]> {
        self.fixed.as_deref()
    }

    fn process_request<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        request: &'a mut LlmRequest,
    ) -> Option<BoxFuture<'a, Result<()>>> {
        self.toolset.process_request(ctx, request)
    }
}

impl fmt::Debug for Filtered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Filtered")
            .field("toolset", &self.toolset)
            .field("names", &self.filter.names())
            .finish_non_exhaustive()
    }
}

/// The tools that are allowed and, for each name that none of them has, what says so when an
/// agent is built.
fn of_fixed(tools: &[Arc<dyn Tool>], allowed: &AllowedTools) -> Vec<Arc<dyn Tool>> {
    let missing = allowed.missing(tools).into_iter().map(|name| {
        let missing: Arc<dyn Tool> = Arc::new(Missing::new(name, tools));
        missing
    });
    let there = tools.iter().filter(|tool| allowed.has(tool.name()));
    there.cloned().chain(missing).collect()
}

fn not_there(toolset: &str, missing: &[&str], tools: &[Arc<dyn Tool>]) -> Error {
    let texts = missing.iter().map(|name| {
        let help = help(name, tools);
        format!(
            "`AllowedTools` requires `{name}`, and toolset `{toolset}` does not have it\n\
             help: {help}"
        )
    });
    Error::new(ErrorKind::Config, texts.collect::<Vec<_>>().join("\n"))
}

/// The most names of a toolset in one text.
const MAX_NAMES: usize = 20;

/// Which tool was meant, or which there are.
fn help(name: &str, tools: &[Arc<dyn Tool>]) -> String {
    let names: Vec<_> = tools.iter().map(|tool| tool.name()).collect();
    let mut known = names.iter().copied();
    let meant = known.find(|known| is_prefixed(known, name) || is_prefixed(name, known));
    match meant.or_else(|| closest(name, names.iter().copied())) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None if names.is_empty() => "it has no tools".to_owned(),
        None => {
            let shown = names[..names.len().min(MAX_NAMES)].join("`, `");
            match names.len().saturating_sub(MAX_NAMES) {
                0 => format!("it has `{shown}`"),
                more => format!("it has `{shown}`, and {more} more"),
            }
        }
    }
}

/// Whether the one is the other behind a prefix: a filter may stand on the wrong side of it.
fn is_prefixed(long: &str, short: &str) -> bool {
    long.strip_suffix(short)
        .is_some_and(|prefix| prefix.ends_with('_'))
}

/// Stands in for a tool that is allowed and is not there.
#[derive(Debug)]
struct Missing(Arc<FunctionDeclaration>);

impl Missing {
    fn new(name: &str, tools: &[Arc<dyn Tool>]) -> Self {
        let help = help(name, tools);
        let fault =
            format!("`AllowedTools` names it, and the toolset does not have it\nhelp: {help}");
        let schema = Schema::empty_object();
        let declaration = FunctionDeclaration::new(name, "Is not there.", schema);
        Self(Arc::new(declaration.with_faults(vec![fault])))
    }
}

impl Tool for Missing {
    fn declaration(&self) -> &Arc<FunctionDeclaration> {
        &self.0
    }

    fn run<'a>(
        &'a self,
        _: &'a ToolContext,
        _: &'a Json,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        let error = ToolError::model(format!("tool `{}` is not there", self.name()));
        Box::pin(ready(Err(error)))
    }
}
