//! A toolset with each of its tools changed: under another name, or behind a gate.

use std::sync::{Arc, Mutex, PoisonError};

use futures_core::future::BoxFuture;

use super::Toolset;
use super::confirmed::Gate;
use crate::content::{FunctionDeclaration, Json};
use crate::context::{CallbackContext, Need, ReadonlyContext, ToolContext};
use crate::error::Result;
use crate::graph::Graph;
use crate::model::LlmRequest;
use crate::tool::{Hints, Tool, ToolError};

/// What is done to each tool that the model calls.
#[derive(Debug)]
pub(super) enum Change {
    Prefix(Box<str>),
    Gate(Arc<Gate>),
}

impl Change {
    fn of(&self, tool: &Arc<dyn Tool>) -> Arc<dyn Tool> {
        if !tool.is_declared() {
            return Arc::clone(tool);
        }
        let declaration = tool.declaration();
        let (declaration, gate) = match self {
            Self::Prefix(prefix) => {
                let name = format!("{prefix}_{}", tool.name());
                let renamed = FunctionDeclaration::clone(declaration).with_name(name);
                (Arc::new(renamed), None)
            }
            Self::Gate(gate) => (Arc::clone(declaration), Some(Arc::clone(gate))),
        };
        Arc::new(AdaptedTool {
            tool: Arc::clone(tool),
            declaration,
            gate,
        })
    }
}

/// A toolset with its tools changed.
#[derive(Debug)]
pub(super) struct Adapted {
    toolset: Arc<dyn Toolset>,
    change: Change,
    fixed: Option<Vec<Arc<dyn Tool>>>,
    /// The last tools that were listed, and what became of them: a declaration that is made anew
    /// in each run would be written anew for the model in each.
    last: Mutex<Vec<[Arc<dyn Tool>; 2]>>,
}

impl Adapted {
    pub(super) fn new(toolset: Arc<dyn Toolset>, change: Change) -> Self {
        let fixed = toolset.fixed_tools();
        let fixed = fixed.map(|tools| tools.iter().map(|tool| change.of(tool)).collect());
        Self {
            toolset,
            change,
            fixed,
            last: Mutex::default(),
        }
    }

    fn changed(&self, tools: Vec<Arc<dyn Tool>>) -> Vec<Arc<dyn Tool>> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = tools.into_iter().enumerate().map(|(index, tool)| {
            let made = last.get(index).filter(|[of, _]| Arc::ptr_eq(of, &tool));
            let made = made.map_or_else(|| self.change.of(&tool), |[_, made]| Arc::clone(made));
            [tool, made]
        });
        *last = changed.collect();
        last.iter().map(|[_, made]| Arc::clone(made)).collect()
    }
}

impl Toolset for Adapted {
    fn name(&self) -> &str {
        self.toolset.name()
    }

    fn tools<'a>(&'a self, ctx: &'a ReadonlyContext) -> BoxFuture<'a, Result<Vec<Arc<dyn Tool>>>> {
        Box::pin(async move {
            match &self.fixed {
                Some(tools) => Ok(tools.clone()),
                None => Ok(self.changed(self.toolset.tools(ctx).await?)),
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

/// A tool that is another one in all but its name, or but for who is asked before a call.
#[derive(Debug)]
struct AdaptedTool {
    tool: Arc<dyn Tool>,
    declaration: Arc<FunctionDeclaration>,
    gate: Option<Arc<Gate>>,
}

impl Tool for AdaptedTool {
    fn declaration(&self) -> &Arc<FunctionDeclaration> {
        &self.declaration
    }

    fn run<'a>(
        &'a self,
        ctx: &'a ToolContext,
        args: &'a Json,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        let Some(gate) = &self.gate else {
            return self.tool.run(ctx, args);
        };
        Box::pin(async move {
            let args = gate.pass(&self.tool, ctx, args).await?;
            self.tool.run(ctx, &args).await
        })
    }

    fn check(&self, args: &Json) -> Result<(), ToolError> {
        self.tool.check(args)
    }

    fn process_request<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        request: &'a mut LlmRequest,
    ) -> Option<BoxFuture<'a, Result<()>>> {
        self.tool.process_request(ctx, request)
    }

    fn is_long_running(&self) -> bool {
        self.tool.is_long_running()
    }

    fn needs(&self) -> &[Need] {
        self.tool.needs()
    }

    fn hints(&self) -> Hints {
        self.tool.hints()
    }

    fn graph(&self) -> Option<Graph> {
        self.tool.graph()
    }
}
