//! Tools and toolsets in the order in which a model is told of them.

use std::slice;
use std::sync::Arc;

use super::{IntoToolset, Sourced, Toolset};
use crate::context::ReadonlyContext;
use crate::error::{Error, Result};
use crate::tool::{FunctionTool, Tool};

/// Tools and toolsets, in order. `tools![…]` makes one.
///
/// ```
/// use adk::tool::{StaticToolset, ToolList};
/// use adk::{tool, tools};
///
/// /// Tells the time.
/// #[tool]
/// async fn get_time() {}
///
/// /// Tells the date.
/// #[tool]
/// async fn get_date() {}
///
/// let mut list = ToolList::new();
/// list.push(get_date::tool());
/// list.push_toolset(StaticToolset::new("clock", tools![get_time]));
/// assert_eq!(list.names(), ["get_date", "get_time"]);
/// ```
#[derive(Debug, Clone, Default)]
pub struct ToolList(Vec<Entry>);

#[derive(Debug, Clone)]
enum Entry {
    Tool(Arc<dyn Tool>),
    Toolset(Arc<dyn Toolset>),
    /// What stands in for a tool that could not be made.
    Fault(Arc<dyn Tool>, Error),
}

impl ToolList {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a tool.
    pub fn push(&mut self, tool: impl Tool + 'static) {
        self.0.push(Entry::Tool(Arc::new(tool)));
    }

    /// Adds a toolset.
    pub fn push_toolset(&mut self, toolset: impl IntoToolset) {
        self.0.push(Entry::Toolset(toolset.into_toolset()));
    }

    /// Adds what stands in for a tool that could not be made.
    pub(crate) fn push_fault(&mut self, tool: impl Tool + 'static, fault: Error) {
        self.0.push(Entry::Fault(Arc::new(tool), fault));
    }

    /// What kept the first tool that could not be made from it.
    pub(crate) fn fault(&self) -> Option<&Error> {
        self.0.iter().find_map(|entry| match entry {
            Entry::Fault(_, fault) => Some(fault),
            Entry::Tool(_) | Entry::Toolset(_) => None,
        })
    }

    /// Adds what another list has.
    pub fn append(&mut self, other: impl Into<Self>) {
        self.0.extend(other.into().0);
    }

    /// Whether nothing was added.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The tools that are known now; those of a toolset that lists them anew in each run
    /// are not.
    pub fn tools(&self) -> impl Iterator<Item = &Arc<dyn Tool>> {
        self.groups().filter_map(|group| group.known).flatten()
    }

    /// The names of the [`tools`](Self::tools) that are known now.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        self.tools().map(|tool| tool.name()).collect()
    }

    /// The tool of this name, where it is known now.
    ///
    /// ```
    /// # #[cfg(feature = "macros")] {
    /// use adk::{Tool, tool, tools};
    ///
    /// /// Tells the time.
    /// #[tool]
    /// async fn get_time() {}
    ///
    /// assert_eq!(tools![get_time].get("get_time").unwrap().description(), "Tells the time.");
    /// # }
    /// ```
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Arc<dyn Tool>> {
        self.tools().find(|tool| tool.name() == name)
    }

    /// Whether every tool is known now.
    pub(crate) fn is_fixed(&self) -> bool {
        self.groups().all(|group| group.known.is_some())
    }

    /// The [`tools`](Self::tools), each with the toolset that it came with.
    pub(crate) fn sourced(&self) -> impl Iterator<Item = Sourced<'_>> + Clone {
        self.groups().flat_map(|group| {
            let toolset = group.toolset.map(|toolset| toolset.name());
            let tools = group.known.into_iter().flatten();
            tools.map(move |tool| Sourced { tool, toolset })
        })
    }

    /// The toolsets, without those that lie in one of them.
    pub(crate) fn toolsets(&self) -> impl Iterator<Item = &Arc<dyn Toolset>> {
        self.groups().filter_map(|group| group.toolset)
    }

    pub(super) fn groups(&self) -> impl Iterator<Item = Group<'_>> + Clone {
        self.0.iter().map(|entry| match entry {
            Entry::Tool(tool) | Entry::Fault(tool, _) => Group {
                toolset: None,
                known: Some(slice::from_ref(tool)),
            },
            Entry::Toolset(toolset) => Group {
                toolset: Some(toolset),
                known: toolset.fixed_tools(),
            },
        })
    }
}

/// The tools of one entry.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group<'a> {
    pub(super) toolset: Option<&'a Arc<dyn Toolset>>,
    /// The tools, where they never change.
    pub(super) known: Option<&'a [Arc<dyn Tool>]>,
}

impl Group<'_> {
    pub(super) async fn tools(self, ctx: &ReadonlyContext) -> Result<Vec<Arc<dyn Tool>>> {
        match (self.known, self.toolset) {
            (None, Some(toolset)) => toolset.tools(ctx).await,
            (known, _) => Ok(known.unwrap_or_default().to_vec()),
        }
    }
}

impl From<Vec<Arc<dyn Tool>>> for ToolList {
    fn from(tools: Vec<Arc<dyn Tool>>) -> Self {
        tools.into_iter().collect()
    }
}

impl From<&[Arc<dyn Tool>]> for ToolList {
    fn from(tools: &[Arc<dyn Tool>]) -> Self {
        tools.iter().cloned().collect()
    }
}

impl<const N: usize> From<[Arc<dyn Tool>; N]> for ToolList {
    fn from(tools: [Arc<dyn Tool>; N]) -> Self {
        tools.into_iter().collect()
    }
}

impl From<Vec<FunctionTool>> for ToolList {
    fn from(tools: Vec<FunctionTool>) -> Self {
        tools.into_iter().map(|tool| Arc::new(tool) as _).collect()
    }
}

impl<const N: usize> From<[FunctionTool; N]> for ToolList {
    fn from(tools: [FunctionTool; N]) -> Self {
        Vec::from(tools).into()
    }
}

impl From<&Vec<Arc<dyn Tool>>> for ToolList {
    fn from(tools: &Vec<Arc<dyn Tool>>) -> Self {
        Self::from(&**tools)
    }
}

impl From<&Self> for ToolList {
    fn from(list: &Self) -> Self {
        list.clone()
    }
}

impl FromIterator<Arc<dyn Tool>> for ToolList {
    fn from_iter<I: IntoIterator<Item = Arc<dyn Tool>>>(tools: I) -> Self {
        Self(tools.into_iter().map(Entry::Tool).collect())
    }
}

impl Extend<Arc<dyn Tool>> for ToolList {
    fn extend<I: IntoIterator<Item = Arc<dyn Tool>>>(&mut self, tools: I) {
        self.0.extend(tools.into_iter().map(Entry::Tool));
    }
}
