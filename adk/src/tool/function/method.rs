//! A method of a toolset as a tool: it owns a share of the value and its own signature,
//! since a generic type has one for each of its instances.

use std::marker::PhantomData;
use std::sync::Arc;

use futures_core::future::BoxFuture;

use super::FunctionTool;
use super::handler::Handler;
use crate::content::Json;
use crate::context::ToolContext;
use crate::tool::ToolError;
use crate::tool::args::Signature;
use crate::tool::output::NoResult;
use crate::tool::toolset::Method;

struct MethodOf<T, M> {
    value: Arc<T>,
    signature: Signature,
    method: PhantomData<fn() -> M>,
}

impl<T: Method<M> + Send + Sync, M> Handler for MethodOf<T, M> {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn check(&self, args: &Json) -> Result<(), ToolError> {
        self.signature.decode(args, T::__adk_bind).map(drop)
    }

    fn call<'a>(
        &'a self,
        ctx: &'a ToolContext,
        args: &'a Json,
        no_result: NoResult,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        T::__adk_call(&self.value, &self.signature, ctx, args, no_result)
    }
}

/// The tool of a value's method.
pub(crate) fn method_tool<T: Method<M> + Send + Sync + 'static, M: 'static>(
    value: Arc<T>,
    signature: Signature,
) -> FunctionTool {
    FunctionTool::over(MethodOf {
        value,
        signature,
        method: PhantomData,
    })
}
