//! A function that the model calls, as a tool that shapes requests too.

use std::sync::Arc;

use futures_core::future::BoxFuture;

use crate::content::{FunctionDeclaration, Json};
use crate::context::{CallbackContext, ToolContext};
use crate::error::Result;
use crate::model::LlmRequest;
use crate::tool::{FunctionTool, Hints, Tool, ToolError};

#[derive(Debug, Clone)]
pub(super) struct Shaping {
    pub(super) function: FunctionTool,
    pub(super) shape: Shape,
}

pub(super) type Shape =
    for<'a> fn(&'a CallbackContext, &'a mut LlmRequest) -> BoxFuture<'a, Result<()>>;

impl Tool for Shaping {
    fn declaration(&self) -> &Arc<FunctionDeclaration> {
        self.function.declaration()
    }

    fn run<'a>(
        &'a self,
        ctx: &'a ToolContext,
        args: &'a Json,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        self.function.run(ctx, args)
    }

    fn check(&self, args: &Json) -> Result<(), ToolError> {
        self.function.check(args)
    }

    fn process_request<'a>(
        &'a self,
        ctx: &'a CallbackContext,
        request: &'a mut LlmRequest,
    ) -> Option<BoxFuture<'a, Result<()>>> {
        Some((self.shape)(ctx, request))
    }

    fn hints(&self) -> Hints {
        self.function.hints()
    }
}
