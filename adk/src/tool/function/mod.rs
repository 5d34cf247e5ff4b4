//! Functions as tools: what `#[tool]` makes, and what is made at run time.

mod confirm;
mod handler;
mod method;

pub use confirm::{
    Answer, AnyAnswer, Confirm, Deciding, Decision, LaterAnswer, confirming, confirming_method,
};
pub use handler::{Call, caught};

#[cfg(feature = "mcp")]
pub(crate) use confirm::BY_RESPONSE;
pub(super) use confirm::{answered, ask};
pub(super) use method::method_tool;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use futures_core::future::BoxFuture;
use serde::Serialize;

use super::args::{Argument, Bind, Signature};
use super::output::NoResult;
use super::{Hints, Tool, ToolError, out_of_time};
use crate::content::{FunctionDeclaration, Json};
use crate::context::{Need, ToolContext};
use confirm::Gate;
use handler::{Closure, Generated, Handler};

/// A tool that is a function. A clone is the same tool.
///
/// In each call the arguments are decoded and checked, a person is asked if the tool says so,
/// the function is called, and its result is encoded; one that is not an object is put under
/// `result`. Whatever fails on the way, a panic included, becomes an error that the model reads.
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
    handler: Arc<dyn Handler>,
    gate: Option<Gate>,
    timeout: Option<Duration>,
    needs: Arc<[Need]>,
    hints: Hints,
    retries: u8,
    long_running: bool,
}

impl FunctionTool {
    /// A tool made of a closure over one struct of arguments.
    ///
    /// The bounds that `#[schemars(range(…))]` and `#[schemars(length(…))]` give its fields are
    /// told to the model and kept in each call; a `regex` is told only. Arguments that are not
    /// an object, such as a `String`, are an error when an agent is built.
    ///
    /// The name is made of letters, digits, `_` and `-`; it starts with a letter or `_` and
    /// has 63 characters at most.
    pub fn new<A, T, E, F, R>(
        name: impl AsRef<str>,
        description: impl AsRef<str>,
        function: F,
    ) -> Self
    where
        A: Argument + Send + 'static,
        T: Serialize,
        E: Into<ToolError>,
        F: Fn(A, ToolContext) -> R + Send + Sync + 'static,
        R: Future<Output = Result<T, E>> + Send + 'static,
    {
        Self::over(Closure::new(name.as_ref(), description.as_ref(), function))
    }

    fn over(handler: impl Handler + 'static) -> Self {
        let signature = handler.signature();
        Self {
            declaration: Arc::clone(signature.declaration()),
            long_running: signature.is_long_running(),
            handler: Arc::new(handler),
            gate: None,
            timeout: None,
            needs: Arc::default(),
            hints: Hints::new(),
            retries: 0,
        }
    }

    /// The same tool with a time limit for a call; after it the model is told so. The
    /// run's own limit stays in force, and is the only one for the decision whether a person
    /// is asked.
    ///
    /// Waiting is tokio's: such a tool has to be called on a tokio runtime.
    #[must_use]
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.timeout = Some(limit);
        self
    }

    /// The same tool with word of what a call does to the world.
    #[must_use]
    pub fn hinted(mut self, hints: Hints) -> Self {
        self.hints = hints;
        self
    }

    /// The same tool, that calls its function up to `times` times more when it fails, after
    /// 100 ms, 200 ms, and so on doubled. For functions that may be called twice: what a
    /// failed call did to the state stays.
    ///
    /// Arguments that do not fit, a [permanent](ToolError::permanent) error and a panic end
    /// the call at once, and so does the end of the run. A time limit is one for all tries.
    #[must_use]
    pub fn retries(mut self, times: u8) -> Self {
        self.retries = times;
        self
    }

    /// The same tool, of work that goes on when a call is over: the model is told so, and
    /// not to call again. `None` or `()` from its function is no answer yet; see
    /// [`Tool::is_long_running`].
    ///
    /// ```
    /// use adk::{FunctionTool, Tool, ToolContext, ToolError};
    ///
    /// let order = FunctionTool::new("order", "Orders tea.", |(): (), _: ToolContext| async {
    ///     Ok::<_, ToolError>(None::<String>)
    /// });
    /// let order = order.long_running();
    /// assert!(order.is_long_running() && order.description().starts_with("Orders tea.\n\nNOTE"));
    /// ```
    #[must_use]
    pub fn long_running(mut self) -> Self {
        if !self.long_running {
            self.declaration = self.declaration.long_running();
            self.long_running = true;
        }
        self
    }

    /// The call behind its gate: nobody is asked about arguments that are wrong.
    async fn answer(&self, ctx: &ToolContext, args: &Json) -> Result<Json, ToolError> {
        if let Some(gate) = &self.gate {
            self.check(args)?;
            gate.pass(self.handler.signature(), ctx, args).await?;
        }
        self.in_time(ctx, args).await
    }

    fn call<'a>(
        &'a self,
        ctx: &'a ToolContext,
        args: &'a Json,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        let no_result = if self.long_running {
            NoResult::Later
        } else {
            NoResult::Empty
        };
        self.handler.call(ctx, args, no_result)
    }

    async fn tries(&self, ctx: &ToolContext, args: &Json) -> Result<Json, ToolError> {
        let mut pause = Duration::from_millis(100);
        for _ in 0..self.retries {
            match self.call(ctx, args).await {
                Err(error) if !error.is_permanent() && !ctx.cancellation().is_cancelled() => {
                    let (tool, cause) = (self.name(), error.causes());
                    tracing::debug!(tool, cause, "a tool is tried again");
                }
                answer => return answer,
            }
            tokio::time::sleep(pause).await;
            pause *= 2;
        }
        self.call(ctx, args).await
    }

    async fn in_time(&self, ctx: &ToolContext, args: &Json) -> Result<Json, ToolError> {
        let Some(limit) = self.timeout else {
            return self.tries(ctx, args).await;
        };
        tokio::time::timeout(limit, self.tries(ctx, args))
            .await
            .unwrap_or_else(|_| Err(out_of_time(ctx, self.name(), limit, "the tool's own limit")))
    }
}

impl Tool for FunctionTool {
    fn declaration(&self) -> &Arc<FunctionDeclaration> {
        &self.declaration
    }

    fn is_long_running(&self) -> bool {
        self.long_running
    }

    fn needs(&self) -> &[Need] {
        &self.needs
    }

    fn hints(&self) -> Hints {
        self.hints
    }

    fn check(&self, args: &Json) -> Result<(), ToolError> {
        self.handler.check(args)
    }

    fn run<'a>(
        &'a self,
        ctx: &'a ToolContext,
        args: &'a Json,
    ) -> BoxFuture<'a, Result<Json, ToolError>> {
        if self.gate.is_none() && self.timeout.is_none() && self.retries == 0 {
            return self.call(ctx, args);
        }
        caught(self.name(), self.answer(ctx, args))
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
pub fn function_tool<T: 'static>(
    signature: &'static Signature,
    bind: Bind<T>,
    call: Call,
) -> FunctionTool {
    FunctionTool::over(Generated {
        signature,
        bind,
        call,
    })
}

/// The same tool, of a function that takes what needs these values.
#[must_use]
pub fn needing<const N: usize>(tool: FunctionTool, needs: [fn() -> Vec<Need>; N]) -> FunctionTool {
    FunctionTool {
        needs: needs.iter().flat_map(|needs| needs()).collect(),
        ..tool
    }
}
