//! Calls the model and emits what it answers: pieces as they come, then the whole.

use std::sync::Arc;

use futures_util::StreamExt as _;

use super::call_ids::CallIds;
use super::{Spec, response};
use crate::content::Content;
use crate::context::CallbackContext;
use crate::emit::Emitter;
use crate::error::{Error, ErrorKind, Result};
use crate::event::{Event, EventActions};
use crate::invocation::InvocationContext;
use crate::model::{LlmRequest, LlmResponse};
use crate::plugin::BeforeModel;
use crate::telemetry;

/// The whole event of the answer, already emitted. Nothing is read of the model after it.
pub(super) async fn call_model(
    spec: &Arc<Spec>,
    ctx: &InvocationContext,
    callback: &CallbackContext,
    request: LlmRequest,
    out: &mut Emitter<Event>,
) -> Result<Event> {
    ctx.count_model_call()?;
    let mut ids = CallIds::new(ctx);
    let request = match ctx.chain().before_model(callback, request).await? {
        BeforeModel::Proceed(request) => request,
        BeforeModel::Respond(response) => {
            let event = whole(spec, ctx, ids.complete(response), callback.take_actions());
            out.emit(event.clone()).await;
            return Ok(event);
        }
    };
    let span = telemetry::generate_content(spec.model.name(), ctx.invocation_id());
    let mut responses = telemetry::in_span(spec.model.generate(request), span);
    while let Some(response) = responses.next().await {
        let response = match response {
            Ok(response) => response,
            Err(error) => recover(ctx, callback, error).await?,
        };
        let response = ids.complete(response);
        let response = match ctx.chain().after_model(callback, &response).await? {
            // A piece stays a piece, and the whole the whole.
            Some(replaced) if response.is_partial() => {
                ids.complete_replaced(replaced.into_partial())
            }
            Some(replaced) => ids.complete_replaced(replaced.into_whole()),
            None => response,
        };
        let response = response::process(spec, callback, response).await?;
        if !response.is_partial() {
            let event = whole(spec, ctx, response, callback.take_actions());
            out.emit(event.clone()).await;
            return Ok(event);
        }
        if !response.is_empty() {
            out.emit(ctx.event().response(response).build()).await;
        }
    }
    Err(Error::new(
        ErrorKind::ModelProtocol,
        format!(
            "model `{}` ended its stream without a whole answer",
            spec.model.name()
        ),
    ))
}

async fn recover(
    ctx: &InvocationContext,
    callback: &CallbackContext,
    error: Error,
) -> Result<LlmResponse> {
    ctx.chain()
        .on_model_error(callback, &error)
        .await?
        .ok_or(error)
}

/// The event of a whole response; one that says nothing says so.
fn whole(
    spec: &Spec,
    ctx: &InvocationContext,
    response: LlmResponse,
    mut actions: EventActions,
) -> Event {
    let response = response.into_whole();
    let response = if response.is_empty() {
        response.with_error("EMPTY_RESPONSE", "the model answered nothing")
    } else {
        response
    };
    if let Some(key) = &spec.output_key
        && let Some(text) = final_text(&response)
    {
        actions.state_delta_mut().set(&**key, text);
    }
    let later = answered_later(spec, &response);
    let event = ctx.event().response(response).actions(actions);
    event.long_running_tool_ids(later).build()
}

/// The ids of calls whose work goes on when they are over.
fn answered_later(spec: &Spec, response: &LlmResponse) -> Vec<Box<str>> {
    let calls = response
        .content()
        .into_iter()
        .flat_map(Content::function_calls);
    let later = calls.filter(|call| spec.is_long_running(call.name()));
    later.filter_map(|call| call.id().map(Into::into)).collect()
}

/// The answer that an output key keeps: text, of a response that calls no tool.
fn final_text(response: &LlmResponse) -> Option<String> {
    let content = response.content()?;
    if content.function_calls().next().is_some() {
        return None;
    }
    Some(content.text()).filter(|text| !text.is_empty())
}
