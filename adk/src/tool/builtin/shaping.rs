//! Tools that shape requests: one that the model calls too, and what those have in common that
//! nobody calls.

use std::sync::Arc;

use futures_core::future::BoxFuture;

use crate::content::{FunctionDeclaration, Json};
use crate::context::{CallbackContext, ToolContext};
use crate::error::Result;
use crate::model::LlmRequest;
use crate::tool::{FunctionTool, Hints, Tool, ToolError};

/// A function that a model calls, and what it does to requests.
#[derive(Debug, Clone)]
pub(super) struct Shaping {
    pub(super) function: FunctionTool,
    pub(super) shape: Shape,
}

/// Shapes a request in which the tool has the name of this declaration.
pub(super) type Shape = for<'a> fn(
    &'a CallbackContext,
    &'a mut LlmRequest,
    Arc<FunctionDeclaration>,
) -> BoxFuture<'a, Result<()>>;

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
        let declared = Arc::clone(request.declared(self.declaration())?);
        Some((self.shape)(ctx, request, declared))
    }

    fn hints(&self) -> Hints {
        self.function.hints()
    }
}

/// What a [`Tool`] is that nobody calls, but for how it shapes requests.
macro_rules! only_shapes {
    ($name:expr, $description:expr) => {
        fn declaration(&self) -> &std::sync::Arc<crate::content::FunctionDeclaration> {
            use crate::content::{FunctionDeclaration, Schema};
            static DECLARATION: std::sync::LazyLock<std::sync::Arc<FunctionDeclaration>> =
                std::sync::LazyLock::new(|| {
                    let schema = Schema::empty_object();
                    FunctionDeclaration::new($name, $description, schema).into()
                });
            &DECLARATION
        }

        fn is_declared(&self) -> bool {
            false
        }

        fn run<'a>(
            &'a self,
            _: &'a crate::context::ToolContext,
            _: &'a crate::content::Json,
        ) -> BoxFuture<'a, Result<crate::content::Json, crate::tool::ToolError>> {
            let error = crate::tool::ToolError::model("nobody calls this tool");
            Box::pin(futures_util::future::ready(Err(error)))
        }
    };
}
pub(super) use only_shapes;
