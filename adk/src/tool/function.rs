//! Functions as tools: what `#[tool]` makes, and what is made at run time.

use std::fmt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_core::future::BoxFuture;
use futures_util::FutureExt;
use serde::Serialize;

use super::args::{Argument, Bound, Params, Signature};
use super::{Tool, ToolError, output, panic_text};
use crate::content::{FunctionDeclaration, Json};
use crate::context::{Need, ToolContext};

/// A call, from the arguments' text to the result's.
pub type Call = for<'a> fn(&'a ToolContext, &'a Json) -> BoxFuture<'a, Result<Json, ToolError>>;

type Handler = dyn for<'a> Fn(&'a ToolContext, &'a Json) -> BoxFuture<'a, Result<Json, ToolError>>
    + Send
    + Sync;

/// A tool that is a function. A clone is the same tool.
///
/// In each call the arguments are decoded and checked, the function is called, its result
/// is encoded, and a result that is no object is put under `result`. Whatever fails on the
/// way, a panic included, becomes an error that the model reads.
///
/// `#[tool]` makes one of an async fn. At run time:
///
/// ```
/// # #[cfg(feature = "testing")]
/// # #[tokio::main(flavor = "current_thread")] async fn main() {
/// use adk::schemars::JsonSchema;
/// use adk::tool::FunctionTool;
/// use adk::{Tool, ToolContext, ToolError};
///
/// /// The numbers to add.
/// #[derive(serde::Deserialize, JsonSchema)]
/// struct Sum {
///     a: i64,
///     b: i64,
/// }
///
/// let sum = FunctionTool::new("sum", "Adds two numbers.", |sum: Sum, _ctx: ToolContext| async move {
///     Ok::<_, ToolError>(sum.a + sum.b)
/// });
///
/// let ctx = adk::testing::tool_context();
/// let result = sum.run(&ctx, &r#"{"a": 1, "b": "2"}"#.parse().unwrap()).await.unwrap();
/// assert_eq!(result.as_str(), r#"{"result":3}"#);
/// # }
/// # #[cfg(not(feature = "testing"))] fn main() {}
/// ```
#[derive(Clone)]
pub struct FunctionTool {
    declaration: Arc<FunctionDeclaration>,
    handler: Arc<Handler>,
    timeout: Option<Duration>,
    needs: Arc<[Need]>,
}

impl FunctionTool {
    /// A tool made of a closure over one struct of arguments.
    ///
    /// The name is made of letters, digits, `_` and `-`; it starts with a letter or `_` and
    /// has 63 characters at most.
    pub fn new<A, T, E, F, R>(name: &str, description: &str, function: F) -> Self
    where
        A: Argument + Send + 'static,
        T: Serialize,
        E: Into<ToolError>,
        F: Fn(A, ToolContext) -> R + Send + Sync + 'static,
        R: Future<Output = Result<T, E>> + Send + 'static,
    {
        let signature = Signature::new(name, description, bind_whole::<A>, None);
        let declaration = Arc::clone(signature.declaration());
        let handler = handler(move |ctx, args| {
            let arguments = signature.decode(args, bind_whole::<A>);
            let called = arguments.map(|arguments| function(arguments, ctx.clone()));
            async move { output::encode(&called?.await.map_err(Into::into)?) }.boxed()
        });
        Self {
            declaration,
            handler,
            timeout: None,
            needs: Arc::default(),
        }
    }

    /// The same tool with a time limit for a call; after it the model is told so. The
    /// run's own limit stays in force.
    ///
    /// Waiting is tokio's: such a tool has to be called on a tokio runtime.
    #[must_use]
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.timeout = Some(limit);
        self
    }

    async fn in_time(&self, ctx: &ToolContext, args: &Json) -> Result<Json, ToolError> {
        let Some(limit) = self.timeout else {
            return (self.handler)(ctx, args).await;
        };
        let call = async { (self.handler)(ctx, args).await };
        tokio::time::timeout(limit, call).await.unwrap_or_else(|_| {
            let name = self.name();
            let text = format!("tool `{name}` was stopped: it took longer than {limit:?}");
            Err(ToolError::model(text))
        })
    }
}

impl Tool for FunctionTool {
    fn declaration(&self) -> &Arc<FunctionDeclaration> {
        &self.declaration
    }

    fn needs(&self) -> &[Need] {
        &self.needs
    }

    fn run<'a>(
        &'a self,
        ctx: &'a ToolContext,
        args: &'a Json,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        let call = AssertUnwindSafe(self.in_time(ctx, args)).catch_unwind();
        let answer = call.map(|caught| {
            caught.unwrap_or_else(|payload| Err(ToolError::model(panic_text(self.name(), payload))))
        });
        answer.boxed()
    }
}

impl fmt::Debug for FunctionTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FunctionTool")
            .field("name", &self.name())
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

/// The tool of a function that the macro has read.
#[must_use]
pub fn function_tool(signature: &Signature, call: Call) -> FunctionTool {
    FunctionTool {
        declaration: Arc::clone(signature.declaration()),
        handler: Arc::new(call),
        timeout: None,
        needs: Arc::default(),
    }
}

/// The same tool, of a function that takes what needs these values.
#[must_use]
pub fn needing<const N: usize>(tool: FunctionTool, needs: [fn() -> Vec<Need>; N]) -> FunctionTool {
    FunctionTool {
        needs: needs.iter().flat_map(|needs| needs()).collect(),
        ..tool
    }
}

/// Says what the closure is before its lifetimes are inferred otherwise.
fn handler<F>(handler: F) -> Arc<Handler>
where
    F: for<'a> Fn(&'a ToolContext, &'a Json) -> BoxFuture<'a, Result<Json, ToolError>>,
    F: Send + Sync + 'static,
{
    Arc::new(handler)
}

fn bind_whole<A: Argument>(params: &mut Params<'_>) -> Bound<A> {
    params.flatten()
}
