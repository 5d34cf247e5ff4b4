//! A list of tools under a name.

use std::future::ready;
use std::sync::Arc;

use futures_core::future::BoxFuture;

use super::{ToolList, Toolset};
use crate::context::{CallbackContext, ReadonlyContext};
use crate::error::Result;
use crate::model::LlmRequest;
use crate::tool::Tool;

/// A list of tools under a name.
///
/// ```
/// use adk::tool::{StaticToolset, Toolset};
/// use adk::{tool, tools};
///
/// /// Tells the time.
/// #[tool]
/// async fn get_time() {}
///
/// let clock = StaticToolset::new("clock", tools![get_time]);
/// assert_eq!(clock.fixed_tools().unwrap()[0].name(), "get_time");
/// ```
///
/// A toolset in the list that lists its tools anew does so here too.
#[derive(Debug, Clone)]
#[must_use]
pub struct StaticToolset {
    name: Box<str>,
    list: ToolList,
    fixed: Option<Vec<Arc<dyn Tool>>>,
}

impl StaticToolset {
    /// The tools of the list, together.
    pub fn new(name: impl Into<String>, tools: impl Into<ToolList>) -> Self {
        let list = tools.into();
        Self {
            name: name.into().into(),
            fixed: list.is_fixed().then(|| list.tools().cloned().collect()),
            list,
        }
    }
}

impl Toolset for StaticToolset {
    fn name(&self) -> &str {
        &self.name
    }

    fn tools<'a>(&'a self, ctx: &'a ReadonlyContext) -> BoxFuture<'a, Result<Vec<Arc<dyn Tool>>>> {
        match &self.fixed {
            Some(tools) => Box::pin(ready(Ok(tools.clone()))),
            None => Box::pin(async move {
                let mut tools = Vec::new();
                for group in self.list.groups() {
                    tools.extend(group.tools(ctx).await?);
                }
                Ok(tools)
            }),
        }
    }

    fn fixed_tools(&self) -> Option<&[Arc<dyn Tool>]> {
        self.fixed.as_deref()
    }

    fn process_request<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        request: &'a mut LlmRequest,
    ) -> Option<BoxFuture<'a, Result<()>>> {
        let mut toolsets = self.list.toolsets().peekable();
        toolsets.peek()?;
        Some(Box::pin(async move {
            for toolset in toolsets {
                if let Some(shaping) = toolset.process_request(ctx, request) {
                    shaping.await?;
                }
            }
            Ok(())
        }))
    }
}
