//! The outcome of a run inside an agent tool: its last words, what it changed, which calls wait.

use crate::content::{Content, FunctionCall, Json, OWN_ID};
use crate::context::ToolContext;
use crate::event::{Event, InnerCall};
use crate::runner::{PRIVATE_PREFIX, final_text};
use crate::tool::ToolError;

#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// The last words, or the last error in their place.
    said: Option<Result<String, String>>,
    waiting: Vec<FunctionCall>,
}

impl Outcome {
    /// Takes in an event: its changes become changes of the call.
    pub(super) fn take_up(&mut self, ctx: &ToolContext, event: &Event) {
        if event.is_partial() {
            return;
        }
        pass_on(ctx, event);
        let content = event.content().into_iter();
        for response in content.clone().flat_map(Content::function_responses) {
            self.waiting.retain(|call| call.id() != response.id());
        }
        let later = |call: &&FunctionCall| {
            let mut ids = event.long_running_tool_ids();
            ids.any(|id| call.id() == Some(id))
        };
        let calls = content.flat_map(Content::function_calls);
        self.waiting.extend(calls.filter(later).cloned());
        if let Some(code) = event.response().error_code() {
            let message = event.response().error_message().unwrap_or_default();
            self.said = Some(Err(format!("{code}: {message}")));
        } else if event.is_final_response()
            && let Some(text) = final_text(event)
        {
            self.said = Some(Ok(text));
        }
    }

    /// Whether calls of the run wait for the user.
    pub(super) fn waits(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Asks the user about these calls, in the caller's session.
    pub(super) fn ask(self, ctx: &ToolContext, session: &str, agent_call: &FunctionCall) {
        let inner = self.waiting.into_iter().map(|call| InnerCall {
            id: [OWN_ID, &ctx.new_id()].concat().into(),
            call,
            session: session.into(),
            agent_call: agent_call.clone(),
            confirmation: ctx.tool_confirmation().cloned(),
        });
        ctx.changes().add_inner_calls(inner.collect());
        ctx.skip_summarization();
    }

    /// The result of the call.
    pub(super) fn into_result(self, is_json: bool) -> Result<Json, ToolError> {
        let text = match self.said {
            Some(said) => said.map_err(ToolError::model)?,
            None => String::new(),
        };
        if !is_json {
            return Ok(Json::new(&text)?);
        }
        text.parse().map_err(|error| {
            let told = "the agent did not answer in the form that was asked of it";
            ToolError::model(told).with_cause(error)
        })
    }
}

/// Makes what an event changed a change of the call too, except for keys of that one session.
fn pass_on(ctx: &ToolContext, event: &Event) {
    let state = event.actions().state_delta().iter();
    for (key, value) in state.filter(|(key, _)| !key.starts_with(PRIVATE_PREFIX)) {
        ctx.state().set(key, value.clone());
    }
    let mut actions = ctx.changes();
    for (name, version) in event.actions().artifact_delta() {
        actions.add_artifact(name.clone(), *version);
    }
}
