//! A plugin that has the model think about a tool's failure and try again, a few times.
//!
//! The failures are counted with the run itself, so that nothing is left of a run that ended
//! or was dropped.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use futures_core::future::BoxFuture;
use serde::Serialize;

use super::{AfterTool, OnToolError, Plugin};
use crate::content::Json;
use crate::context::ToolContext;
use crate::error::{Error, ErrorKind, Result};
use crate::tool::{Tool, ToolError};

/// ADK's own tools know such an answer by it.
const RESPONSE_TYPE: &str = "ERROR_HANDLED_BY_REFLECT_AND_RETRY_PLUGIN";

/// Asks the model to reflect on a tool's failure before it calls again.
///
/// In place of the bare error, the model reads what failed, how often in a row, and how to go
/// about another try. Failures are counted for each tool of a run, and a success ends the count.
/// A call that waits for a person or was refused by one has not failed. After
/// [`max_retries`](Self::max_retries) retries, [`WhenExhausted`] says what happens.
///
/// This is for calls that the model has to change. A call that may succeed as it is, such as one
/// over a network, is repeated by the tool itself: see `retries` of
/// [`#[tool]`](macro@crate::tool).
///
/// ```
/// # #[cfg(all(feature = "macros", feature = "testing"))]
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// use adk::plugin::RetryAndReflectPlugin;
/// use adk::prelude::*;
/// use adk::testing::ScriptedModel;
/// use serde_json::json;
///
/// /// Says how warm a city is.
/// #[tool]
/// async fn warmth(
///     /// Its name.
///     city: &str,
/// ) -> Result<u8, ToolError> {
///     if city == "Pariss" {
///         return Err(ToolError::model("there is no city `Pariss`"));
///     }
///     Ok(22)
/// }
///
/// let model = ScriptedModel::new()
///     .call("warmth", json!({ "city": "Pariss" }))
///     .call("warmth", json!({ "city": "Paris" }))
///     .text("It is 22 °C in Paris.");
/// let agent = LlmAgent::builder("guide").model(model.clone()).tool(warmth::tool()).build()?;
/// let plugin = RetryAndReflectPlugin::new().max_retries(2);
/// let runner = Runner::builder("guide_app", agent).plugin(plugin).build()?;
/// runner.run("user-1", "session-1", "How warm is Paris?").text().await?;
///
/// let told = model.requests()[1].contents()[2].function_responses().next().unwrap().response().to_value();
/// assert_eq!(told["error_details"], "there is no city `Pariss`");
/// assert_eq!(told["retry_count"], 1);
/// # Ok(()) }
/// # #[cfg(not(all(feature = "macros", feature = "testing")))] fn main() {}
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct RetryAndReflectPlugin {
    max_retries: u32,
    exhausted: WhenExhausted,
}

/// What happens when a tool has failed more often in a row than it may be retried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum WhenExhausted {
    /// The model is told not to call the tool again and to find another way.
    #[default]
    TellModel,
    /// The run ends with [`ErrorKind::Limit`].
    EndRun,
}

impl RetryAndReflectPlugin {
    /// Three retries of a tool; then the model is told not to call it again.
    pub fn new() -> Self {
        Self {
            max_retries: 3,
            exhausted: WhenExhausted::default(),
        }
    }

    /// How often in a row a tool may fail and be tried again; 0 is never.
    pub fn max_retries(mut self, retries: u32) -> Self {
        self.max_retries = retries;
        self
    }

    /// What happens when the retries are used up.
    pub fn when_exhausted(mut self, policy: WhenExhausted) -> Self {
        self.exhausted = policy;
        self
    }

    fn answer(&self, tool: &str, error: &ToolError, failures: u32) -> Result<OnToolError> {
        let max = self.max_retries;
        let guidance = if failures <= max {
            format!(
                "`{tool}` failed. You may try again: this is retry {failures} of {max}. Do not send \
                 the same call once more. Check the arguments against the tool's parameters, \
                 whether another step has to come first, and whether another of your tools fits \
                 better or the task can be split; then make a corrected call or go another way."
            )
        } else if self.exhausted == WhenExhausted::TellModel {
            format!(
                "`{tool}` has failed {failures} times in a row. Do not call it again for this task: \
                 go another way, or say what could not be done."
            )
        } else {
            let text = format!(
                "tool `{tool}` failed {failures} times in a row; raise the limit with \
                 `RetryAndReflectPlugin::max_retries`, or find out why it fails"
            );
            return Err(Error::new(ErrorKind::Limit, text).with_source(error.to_string()));
        };
        let reflection = Told {
            response_type: RESPONSE_TYPE,
            error_type: "ToolError",
            error_details: &error.to_string(),
            retry_count: failures.min(max),
            reflection_guidance: &guidance,
        };
        let reflection = Json::new(&reflection).unwrap_or_else(|_| Json::empty_object());
        Ok(OnToolError::Respond(reflection))
    }
}

impl Default for RetryAndReflectPlugin {
    fn default() -> Self {
        Self::new()
    }
}

/// What the model reads, in ADK's form.
#[derive(Serialize)]
struct Told<'a> {
    response_type: &'a str,
    error_type: &'a str,
    error_details: &'a str,
    retry_count: u32,
    reflection_guidance: &'a str,
}

impl Told<'_> {
    fn is(result: &Json) -> bool {
        let start = result.as_str().strip_prefix(r#"{"response_type":""#);
        start.is_some_and(|rest| rest.starts_with(RESPONSE_TYPE))
    }
}

/// How often in a row each tool has failed in a run.
#[derive(Default)]
struct Failures(Mutex<HashMap<Box<str>, u32>>);

impl Failures {
    fn of(ctx: &ToolContext) -> Arc<Self> {
        ctx.base().scope.kept()
    }

    fn add(&self, tool: &str) -> u32 {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(tool.into()).or_default();
        *count = count.saturating_add(1);
        *count
    }

    fn forget(&self, tool: &str) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.remove(tool);
    }
}

impl Plugin for RetryAndReflectPlugin {
    fn name(&self) -> &'static str {
        "retry_and_reflect"
    }

    fn on_tool_error<'a>(
        &'a self,
        ctx: &'a ToolContext,
        tool: &'a Arc<dyn Tool>,
        _: &'a Json,
        error: &'a ToolError,
    ) -> BoxFuture<'a, Result<OnToolError>> {
        Box::pin(async move {
            if is_up_to_a_person(ctx) {
                return Ok(OnToolError::Proceed);
            }
            let failures = Failures::of(ctx).add(tool.name());
            self.answer(tool.name(), error, failures)
        })
    }

    fn after_tool<'a>(
        &'a self,
        ctx: &'a ToolContext,
        tool: &'a Arc<dyn Tool>,
        _: &'a Json,
        result: Json,
    ) -> BoxFuture<'a, Result<AfterTool>> {
        Box::pin(async move {
            if !Told::is(&result) && !is_up_to_a_person(ctx) {
                Failures::of(ctx).forget(tool.name());
            }
            Ok(AfterTool::Proceed)
        })
    }
}

/// Whether the call waits for a person, or was refused by one.
fn is_up_to_a_person(ctx: &ToolContext) -> bool {
    let refused = ctx
        .tool_confirmation()
        .is_some_and(|answer| !answer.is_confirmed());
    let actions = ctx.changes();
    let asks = !actions.requested_tool_confirmations().is_empty();
    refused || asks || !actions.inner_calls().is_empty()
}
