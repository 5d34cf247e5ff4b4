//! What a function tool calls: a function that the macro has read, or a closure.

use futures_core::future::BoxFuture;
use futures_util::FutureExt;
use serde::Serialize;

use crate::content::Json;
use crate::context::ToolContext;
use crate::panic::Caught;
use crate::tool::args::{Argument, Bind, Bound, Params, Signature};
use crate::tool::output::{self, NoResult, Written};
use crate::tool::{ToolError, panic_text};

/// A call, from the arguments' text to the result's.
pub type Call =
    for<'a> fn(&'a ToolContext, &'a Json, NoResult) -> BoxFuture<'a, Result<Json, ToolError>>;

/// What stands behind a tool's declaration.
pub(super) trait Handler: Send + Sync {
    /// What the model was told, which others decode the arguments by too.
    fn signature(&self) -> &Signature;

    /// Whether the arguments are right, without a call.
    fn check(&self, args: &Json) -> Result<(), ToolError>;

    /// Decode, call, encode. A panic on the way is the call's error.
    fn call<'a>(
        &'a self,
        ctx: &'a ToolContext,
        args: &'a Json,
        no_result: NoResult,
    ) -> BoxFuture<'a, Result<Json, ToolError>>;
}

/// What the macro has generated for a function.
pub(super) struct Generated<T: 'static> {
    pub(super) signature: &'static Signature,
    pub(super) bind: Bind<T>,
    pub(super) call: Call,
}

impl<T> Handler for Generated<T> {
    fn signature(&self) -> &Signature {
        self.signature
    }

    fn check(&self, args: &Json) -> Result<(), ToolError> {
        self.signature.decode(args, self.bind).map(drop)
    }

    fn call<'a>(
        &'a self,
        ctx: &'a ToolContext,
        args: &'a Json,
        no_result: NoResult,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        (self.call)(ctx, args, no_result)
    }
}

/// A closure over one struct of arguments.
pub(super) struct Closure<A> {
    signature: Signature,
    function: Box<Function<A>>,
}

type Function<A> =
    dyn Fn(A, ToolContext) -> BoxFuture<'static, Result<Written, ToolError>> + Send + Sync;

impl<A: Argument + Send + 'static> Closure<A> {
    pub(super) fn new<T, E, F, R>(name: &str, description: &str, function: F) -> Self
    where
        T: Serialize,
        E: Into<ToolError>,
        F: Fn(A, ToolContext) -> R + Send + Sync + 'static,
        R: Future<Output = Result<T, E>> + Send + 'static,
    {
        let encoded = |returned: Result<T, E>| output::encode(&returned.map_err(Into::into)?);
        Self {
            signature: Signature::new(name, description, whole::<A>, None),
            function: Box::new(move |args, ctx| function(args, ctx).map(encoded).boxed()),
        }
    }
}

impl<A: Argument + Send + 'static> Handler for Closure<A> {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn check(&self, args: &Json) -> Result<(), ToolError> {
        self.signature.decode(args, whole::<A>).map(drop)
    }

    fn call<'a>(
        &'a self,
        ctx: &'a ToolContext,
        args: &'a Json,
        no_result: NoResult,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        caught(self.signature.name(), async move {
            let arguments = self.signature.decode(args, whole::<A>)?;
            let written = (self.function)(arguments, ctx.clone()).await?;
            Ok(written.answer(no_result))
        })
    }
}

/// A call whose panic is its error. Another try would likely panic again.
pub fn caught<'a>(
    tool: &'a str,
    call: impl Future<Output = Result<Json, ToolError>> + Send + 'a,
) -> BoxFuture<'a, Result<Json, ToolError>> {
    let told = move |payload| Err(ToolError::told(panic_text(tool, payload)).permanent());
    Box::pin(Caught { code: call, told })
}

/// All arguments as one struct.
pub(super) fn whole<A: Argument>(params: &mut Params<'_>) -> Bound<A> {
    params.flatten()
}

/// Some of the arguments as one struct.
pub(super) fn some<A: Argument>(params: &mut Params<'_>) -> Bound<A> {
    let some = params.flatten();
    params.leave();
    some
}
