//! What a run behind an agent tool came to: its last words, what it changed, what of it waits.

use std::collections::BTreeMap;

use crate::content::{Content, FunctionCall, FunctionResponse, Json, OWN_ID};
use crate::context::ToolContext;
use crate::event::{Event, InnerCall};
use crate::runner::HIDDEN;
use crate::session::StateScope;
use crate::tool::ToolError;

#[derive(Debug, Default)]
pub(super) struct Outcome {
    said: Option<Result<String, String>>,
    waiting: BTreeMap<Box<str>, FunctionCall>,
}

impl Outcome {
    /// Takes up an event: its changes become those of the call.
    pub(super) fn take_up(&mut self, ctx: &ToolContext, event: &Event) {
        if event.is_partial() {
            return;
        }
        pass_on(ctx, event);
        let content = event.content().into_iter();
        for response in content.clone().flat_map(Content::function_responses) {
            self.waiting
                .remove(FunctionResponse::id(response).unwrap_or_default());
        }
        let later: Vec<_> = event.long_running_tool_ids().collect();
        for call in content.flat_map(Content::function_calls) {
            if let Some(id) = call.id().filter(|id| later.contains(id)) {
                self.waiting.insert(id.into(), call.clone());
            }
        }
        if let Some(code) = event.response().error_code() {
            let message = event.response().error_message().unwrap_or_default();
            self.said = Some(Err(format!("{code}: {message}")));
        } else if event.is_final_response() && !event.text().is_empty() {
            self.said = Some(Ok(event.text()));
        }
    }

    /// Whether calls of the run wait for the user.
    pub(super) fn waits(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Has the user asked about them in the caller's session.
    pub(super) fn ask(self, ctx: &ToolContext, session: &str, agent_call: &FunctionCall) {
        let inner = self.waiting.into_values().map(|call| {
            let inner = InnerCall {
                call,
                session: session.into(),
                agent_call: agent_call.clone(),
            };
            ([OWN_ID, &ctx.new_id()].concat(), inner)
        });
        let inner: Vec<_> = inner.collect();
        ctx.skip_summarization();
        ctx.callback.actions().add_inner_calls(inner);
    }

    /// The result of the tool's call.
    pub(super) fn into_result(self, is_object: bool) -> Result<Json, ToolError> {
        match self.said {
            Some(Ok(text)) if is_object => Ok(text.parse()?),
            Some(Ok(text)) => Ok(Json::new(&text)?),
            Some(Err(error)) => Err(ToolError::model(error)),
            None => Ok(Json::new("")?),
        }
    }
}

/// What is shared among sessions, or of one run only, is not the caller's.
fn pass_on(ctx: &ToolContext, event: &Event) {
    for (key, value) in event.actions().state_delta().iter() {
        if StateScope::of(key) != StateScope::Temp && !key.starts_with(HIDDEN) {
            ctx.state().set(key, value.clone());
        }
    }
    let mut actions = ctx.callback.actions();
    for (name, version) in event.actions().artifact_delta() {
        actions.add_artifact(name.clone(), *version);
    }
}
