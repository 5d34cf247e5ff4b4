//! One operation as a tool.

use std::fmt;
use std::sync::Arc;

use futures_core::future::BoxFuture;

use super::exchange::Shared;
use super::operation::Operation;
use super::request::{Plan, Prepared};
use crate::content::{FunctionDeclaration, Json};
use crate::context::ToolContext;
use crate::tool::args::fitted;
use crate::tool::function::{answered, ask};
use crate::tool::{Hints, Tool, ToolError, out_of_time};

/// A tool that calls an operation.
pub(super) struct OperationTool {
    pub(super) declaration: Arc<FunctionDeclaration>,
    pub(super) operation: Operation,
    pub(super) plan: Plan,
    pub(super) confirms: bool,
    pub(super) shared: Arc<Shared>,
}

impl OperationTool {
    /// The request of a call; nobody is asked about one that cannot be made.
    fn request(&self, args: &Json) -> Result<Prepared, ToolError> {
        let args = fitted(&self.declaration, args, |_| Ok(()))?;
        self.plan.request(args.to_value())
    }

    fn pass(&self, ctx: &ToolContext) -> Result<(), ToolError> {
        if !self.confirms {
            return Ok(());
        }
        let host = self.plan.server.url.host_str().unwrap_or_default();
        let hint = format!(
            "Allow {} {} at {host}?",
            self.operation.method(),
            self.operation.path()
        );
        answered(ctx, self.name()).unwrap_or_else(|| Err(ask(ctx, self.name(), &hint)))
    }

    async fn call(&self, ctx: &ToolContext, args: &Json) -> Result<Json, ToolError> {
        let request = self.request(args)?;
        self.pass(ctx)?;
        let limit = self.shared.timeout;
        let exchange = self.shared.exchange(request, self.plan.server.named);
        let answer = tokio::time::timeout(limit, exchange).await;
        let which = "the limit of its toolset";
        let answer = answer.map_err(|_| out_of_time(ctx, self.name(), limit, which))?;
        self.shared.told(self.name(), ctx, answer?).await
    }
}

impl Tool for OperationTool {
    fn declaration(&self) -> &Arc<FunctionDeclaration> {
        &self.declaration
    }

    fn run<'a>(
        &'a self,
        ctx: &'a ToolContext,
        args: &'a Json,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        Box::pin(self.call(ctx, args))
    }

    fn check(&self, args: &Json) -> Result<(), ToolError> {
        self.request(args).map(drop)
    }

    fn hints(&self) -> Hints {
        self.operation.method().hints()
    }
}

impl fmt::Debug for OperationTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OperationTool")
            .field("name", &self.name())
            .field("method", &self.operation.method())
            .field("path", &self.operation.path())
            .finish_non_exhaustive()
    }
}
