//! Hooks around everything a run does: the trait [`Plugin`] for a runner, and [`Callbacks`] for
//! one agent.
//!
//! At each hook the runner's plugins are asked first, in their order, then the agent's
//! callbacks; the first answer other than "proceed" stands and the rest are not asked.
//! [`LoggingPlugin`] and [`RetryAndReflectPlugin`] are plugins to use as they are.

mod callbacks;
mod chain;
mod logging;
mod retry_and_reflect;
mod verdict;

pub use callbacks::Callbacks;
pub use logging::LoggingPlugin;
pub use retry_and_reflect::{RetryAndReflectPlugin, WhenExhausted};
pub use verdict::{
    AfterAgent, AfterModel, AfterTool, BeforeAgent, BeforeModel, BeforeRun, BeforeTool, OnEvent,
    OnModelError, OnToolError, OnUserMessage,
};

pub(crate) use chain::Chain;

use std::fmt;
use std::sync::Arc;

use futures_core::future::BoxFuture;
use futures_util::future::ready;

use crate::content::{Content, Json};
use crate::context::{CallbackContext, ToolContext};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::model::{LlmRequest, LlmResponse};
use crate::tool::{Tool, ToolError};

/// Writes the hooks: each does nothing unless it is overridden.
macro_rules! hooks {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $of:ty),*) -> $answer:ty = $default:expr;)*) => {
        /// Hooks into every run of a runner. All do nothing unless they are overridden.
        ///
        /// ```
        /// use adk::plugin::{BeforeTool, Plugin};
        /// use adk::{Json, Tool, ToolContext};
        /// use futures::future::{BoxFuture, FutureExt};
        /// use std::sync::Arc;
        ///
        /// /// Answers in place of every tool.
        /// #[derive(Debug)]
        /// struct DryRun;
        ///
        /// impl Plugin for DryRun {
        ///     fn name(&self) -> &str {
        ///         "dry_run"
        ///     }
        ///
        ///     fn before_tool<'a>(
        ///         &'a self,
        ///         _: &'a ToolContext,
        ///         tool: &'a Arc<dyn Tool>,
        ///         _: Json,
        ///     ) -> BoxFuture<'a, adk::Result<BeforeTool>> {
        ///         let answer = format!("{} would have run", tool.name());
        ///         async move { Ok(BeforeTool::Respond(serde_json::json!({ "dry": answer }).into())) }.boxed()
        ///     }
        /// }
        /// ```
        pub trait Plugin: fmt::Debug + Send + Sync {
            /// The plugin's name, for people.
            fn name(&self) -> &str;

            $(
                $(#[$doc])*
                ///
                /// # Errors
                /// An error ends the run.
                fn $name<'a>(&'a self, $($arg: $of),*) -> BoxFuture<'a, Result<$answer>> {
                    Box::pin(ready(Ok($default)))
                }
            )*
        }
    };
}

hooks! {
    /// A message of the user has come and is not stored yet.
    fn on_user_message(_ctx: &'a CallbackContext, _message: Content) -> OnUserMessage = OnUserMessage::Proceed;
    /// A run is about to start.
    fn before_run(_ctx: &'a CallbackContext) -> BeforeRun = BeforeRun::Proceed;
    /// A run made an event, which is not stored yet.
    fn on_event(_ctx: &'a CallbackContext, _event: Event) -> OnEvent = OnEvent::Proceed;
    /// A run is over, well or with an error. One that is dropped or cancelled, or that is out of
    /// time, tells nobody.
    fn after_run(_ctx: &'a CallbackContext) -> () = ();
    /// An agent is about to run.
    fn before_agent(_ctx: &'a CallbackContext) -> BeforeAgent = BeforeAgent::Proceed;
    /// An agent has run.
    fn after_agent(_ctx: &'a CallbackContext) -> AfterAgent = AfterAgent::Proceed;
    /// A model is about to be called.
    fn before_model(_ctx: &'a CallbackContext, request: LlmRequest) -> BeforeModel = BeforeModel::Proceed(request);
    /// A model has answered, wholly or in part. What [`before_model`](Self::before_model)
    /// answered in its place is not shown.
    fn after_model(_ctx: &'a CallbackContext, _response: LlmResponse) -> AfterModel = AfterModel::Proceed;
    /// A model has failed.
    fn on_model_error(_ctx: &'a CallbackContext, _error: &'a Error) -> OnModelError = OnModelError::Proceed;
    /// A tool is about to be called.
    fn before_tool(_ctx: &'a ToolContext, _tool: &'a Arc<dyn Tool>, args: Json) -> BeforeTool = BeforeTool::Proceed(args);
    /// A tool has answered, or a hook in its place.
    fn after_tool(_ctx: &'a ToolContext, _tool: &'a Arc<dyn Tool>, _args: &'a Json, _result: Json) -> AfterTool = AfterTool::Proceed;
    /// A tool has failed.
    fn on_tool_error(_ctx: &'a ToolContext, _tool: &'a Arc<dyn Tool>, _args: &'a Json, _error: &'a ToolError) -> OnToolError = OnToolError::Proceed;
}
