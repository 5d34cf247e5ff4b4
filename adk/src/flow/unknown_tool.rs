//! Stands in for a tool that the model made up, so that hooks hear of such a call as of any
//! other that failed.

use std::sync::Arc;

use futures_core::future::BoxFuture;
use futures_util::future::ready;

use super::Spec;
use crate::content::{FunctionDeclaration, Json, Schema};
use crate::context::ToolContext;
use crate::tool::{Tool, ToolError};

#[derive(Debug)]
struct UnknownTool {
    declaration: Arc<FunctionDeclaration>,
    error: ToolError,
}

/// The stand-in, and what the model reads of its failure: the names that there are.
pub(super) fn unknown_tool(spec: &Spec, name: &str) -> (Arc<dyn Tool>, ToolError) {
    let known: Vec<_> = spec.callable().map(|tool| tool.name()).collect();
    let known = if known.is_empty() {
        "There are no tools.".to_owned()
    } else {
        format!("Available tools: {}", known.join(", "))
    };
    let error = ToolError::model(format!("tool '{name}' not found.\n{known}"));
    let declaration = FunctionDeclaration::new(name, "", Schema::empty_object());
    let tool = UnknownTool {
        declaration: Arc::new(declaration),
        error: error.clone(),
    };
    (Arc::new(tool), error)
}

impl Tool for UnknownTool {
    fn declaration(&self) -> &Arc<FunctionDeclaration> {
        &self.declaration
    }

    fn run<'a>(
        &'a self,
        _: &'a ToolContext,
        _: &'a Json,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        Box::pin(ready(Err(self.error.clone())))
    }
}
