//! The gate before a call that a person has to approve: who decides whether to ask, and
//! what the model reads until there is an answer.

#![expect(
    clippy::must_use_candidate,
    clippy::unused_self,
    reason = "each kind has the same methods, so that generated code need not know which it has"
)]

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::marker::PhantomData;
use std::sync::Arc;

use futures_core::future::BoxFuture;
use futures_util::FutureExt;
use futures_util::future::Map;

use super::handler::some;
use crate::content::Json;
use crate::context::{CallAnswer, ToolContext};
use crate::event::ToolConfirmation;
use crate::tool::args::{Argument, Signature};
use crate::tool::toolset::Method;
use crate::tool::{FunctionTool, ToolError, rejected, unconfirmed};

/// Whether a person is asked about a call, as generated code decides it.
pub type Confirm = for<'a> fn(&'a ToolContext, &'a Json) -> Asks<'a>;

type Asks<'a> = BoxFuture<'a, Result<bool, ToolError>>;
type Decide = dyn for<'a> Fn(&'a Signature, &'a ToolContext, &'a Json) -> Asks<'a> + Send + Sync;

/// Stands before the calls of a tool.
#[derive(Clone, Default)]
pub(super) struct Gate {
    hint: Box<str>,
    decide: Option<Arc<Decide>>,
}

impl Gate {
    /// Lets a call through that is approved or need not be.
    pub(super) async fn pass(
        &self,
        signature: &Signature,
        ctx: &ToolContext,
        args: &Json,
    ) -> Result<(), ToolError> {
        let name = signature.declaration().name();
        if let Some(answer) = answered(ctx, name) {
            return answer;
        }
        let asks = match &self.decide {
            Some(decide) => decide(signature, ctx, args).await?,
            None => true,
        };
        if asks {
            return Err(ask(ctx, name, &self.hint));
        }
        Ok(())
    }
}

/// Whether a call may go on that a person has answered about; `None` where nobody was asked. A
/// call that asked by itself had passed its gates before it did.
pub(in crate::tool) fn answered(ctx: &ToolContext, tool: &str) -> Option<Result<(), ToolError>> {
    Some(match ctx.answer()? {
        CallAnswer::Confirmation(answer) if !answer.is_by_tool() && !answer.is_confirmed() => {
            Err(rejected(tool))
        }
        CallAnswer::Confirmation(_) | CallAnswer::Inner { .. } => Ok(()),
    })
}

/// The end of ADK's own question, which is for programs.
pub(crate) const BY_RESPONSE: &str =
    " by responding with a FunctionResponse with an expected ToolConfirmation payload.";

/// Asks a person about the call; what the model reads until there is an answer.
pub(in crate::tool) fn ask(ctx: &ToolContext, tool: &str, hint: &str) -> ToolError {
    let hint = if hint.is_empty() {
        format!("Please approve or reject the tool call {tool}(){BY_RESPONSE}")
    } else {
        hint.to_owned()
    };
    ctx.ask(ToolConfirmation::request(hint));
    unconfirmed(tool)
}

impl FunctionTool {
    /// The same tool, that a person has to approve before each call. `hint` is what the
    /// person reads; an empty one is replaced by ADK's own.
    ///
    /// Arguments that do not fit are refused before anybody is asked. While there is no
    /// answer, and after a refusal, the model reads an error and the function is not called.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")] async fn main() {
    /// use adk::event::ToolConfirmation;
    /// use adk::{FunctionTool, Tool, ToolContext, ToolError, testing};
    ///
    /// let wipe = FunctionTool::new("wipe", "Deletes all.", |(): (), _: ToolContext| async {
    ///     Ok::<_, ToolError>("gone")
    /// });
    /// let wipe = wipe.confirm("Really delete everything?");
    /// let args = "{}".parse().unwrap();
    ///
    /// let ctx = testing::tool_context();
    /// assert!(wipe.run(&ctx, &args).await.is_err());
    /// let asked = ctx.actions();
    /// assert_eq!(asked.requested_tool_confirmations()["call-1"].hint(), "Really delete everything?");
    ///
    /// let ctx = testing::tool_context_builder().confirmation(ToolConfirmation::approved()).build();
    /// assert_eq!(wipe.run(&ctx, &args).await.unwrap().as_str(), r#"{"result":"gone"}"#);
    /// # }
    /// ```
    #[must_use]
    pub fn confirm(mut self, hint: impl Into<String>) -> Self {
        self.gate = Some(Gate {
            hint: hint.into().into(),
            ..self.gate.unwrap_or_default()
        });
        self
    }

    /// The same tool, that a person has to approve when `decide` says so: a `bool`, or a
    /// `Result` of one whose error is then the tool's. It decides alone; `confirm` beside it
    /// gives the hint only.
    ///
    /// `A` is the tool's own struct of arguments, or another one with some of its fields.
    ///
    /// ```
    /// # #[derive(serde::Deserialize, adk::schemars::JsonSchema)]
    /// # struct Transfer { amount: f64 }
    /// # let transfer = |_: Transfer, _: adk::ToolContext| async { Ok::<_, adk::ToolError>(()) };
    /// use adk::{FunctionTool, ToolContext};
    ///
    /// let pay = FunctionTool::new("pay", "Pays.", transfer)
    ///     .confirm_when(|order: Transfer, _: ToolContext| async move { order.amount > 1000.0 });
    /// ```
    #[must_use]
    pub fn confirm_when<A, F, R>(self, decide: F) -> Self
    where
        A: Argument + Send + 'static,
        F: Fn(A, ToolContext) -> R + Send + Sync + 'static,
        R: Deciding + Send + 'static,
        R::Output: Decision,
        <R::Output as Decision>::Error: Into<ToolError>,
    {
        self.behind(Arc::new(move |signature, ctx, args| {
            let decided = match signature.decode(args, some::<A>) {
                Ok(args) => decide(args, ctx.clone()),
                Err(error) => return ready(Err(error)).boxed(),
            };
            decided
                .deciding()
                .map(|decided| decided.decision().map_err(Into::into))
                .boxed()
        }))
    }

    fn behind(mut self, decide: Arc<Decide>) -> Self {
        self.gate = Some(Gate {
            decide: Some(decide),
            ..self.gate.unwrap_or_default()
        });
        self
    }
}

/// The same tool behind a gate that asks when `decide` says so.
#[must_use]
pub fn confirming(tool: FunctionTool, decide: Confirm) -> FunctionTool {
    tool.behind(Arc::new(move |_, ctx, args| decide(ctx, args)))
}

/// The same tool behind a gate that asks when the method of `this` says so.
#[must_use]
pub fn confirming_method<T: Method<M> + Send + Sync + 'static, M: 'static>(
    tool: FunctionTool,
    this: &Arc<T>,
) -> FunctionTool {
    let this = Arc::clone(this);
    let decide: Arc<Decide> = Arc::new(move |signature, ctx, args| {
        let this = Arc::clone(&this);
        async move { T::__adk_confirm(&this, signature, ctx, args).await }.boxed()
    });
    tool.behind(decide)
}

/// Says whether a person has to approve a call: a `bool`, or a `Result` of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say whether a person has to approve the call",
    label = "this has to be `bool` or `Result<bool, E>`",
    note = "`true` asks the person first, `false` lets the call go on"
)]
pub trait Decision {
    /// Why there is no decision.
    type Error;

    /// Whether to ask.
    ///
    /// # Errors
    /// The decider's own.
    fn decision(self) -> Result<bool, Self::Error>;
}

impl Decision for bool {
    type Error = Infallible;

    fn decision(self) -> Result<bool, Infallible> {
        Ok(self)
    }
}

impl<E> Decision for Result<bool, E> {
    type Error = E;

    fn decision(self) -> Self {
        self
    }
}

/// What a closure that decides gives: a future. A trait of ours, so that rustc says how to make one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no future of a decision",
    label = "the closure has to give a future",
    note = "write `async move {{ … }}` around what the closure gives, also where nothing is waited for"
)]
pub trait Deciding {
    /// What it comes to.
    type Output;

    /// The future.
    fn deciding(self) -> impl Future<Output = Self::Output> + Send + 'static
    where
        Self: Send + 'static;
}

#[diagnostic::do_not_recommend]
impl<R: Future> Deciding for R {
    type Output = R::Output;

    fn deciding(self) -> impl Future<Output = R::Output> + Send + 'static
    where
        Self: Send + 'static,
    {
        self
    }
}

/// What a decider of generated code gave back: a decision, or a future of one. Told apart
/// through autoref: `(&Answer::of(&value)).kind().then(value, …)`.
#[derive(Debug)]
pub struct Answer<T>(PhantomData<fn() -> T>);

impl<T> Answer<T> {
    /// Of a value's type.
    pub fn of(_: &T) -> Self {
        Self(PhantomData)
    }
}

/// It is a future.
pub trait LaterAnswer {
    /// To be waited for.
    fn kind(&self) -> Later {
        Later
    }
}

impl<F: Future> LaterAnswer for Answer<F> {}

/// It is not.
pub trait AnyAnswer {
    /// There already.
    fn kind(&self) -> Now {
        Now
    }
}

impl<T> AnyAnswer for &Answer<T> {}

/// The decider is async.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Later;

/// The decider is not async.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Now;

impl Later {
    /// Goes on when the decision is there.
    pub fn then<F: Future, R>(
        self,
        answer: F,
        go_on: fn(F::Output) -> R,
    ) -> Map<F, fn(F::Output) -> R> {
        answer.map(go_on)
    }
}

impl Now {
    /// Goes on at once; the decision itself is never held across an await.
    pub fn then<T, R>(self, answer: T, go_on: fn(T) -> R) -> Ready<R> {
        ready(go_on(answer))
    }
}
