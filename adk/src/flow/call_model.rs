//! Calls the model and emits what it answers: pieces as they come, then the whole.

use std::sync::Arc;

use futures_util::StreamExt as _;

use super::call_ids::CallIds;
use super::output::{self, OUTPUT_MISMATCH};
use super::{Spec, response};
use crate::content::Content;
use crate::context::CallbackContext;
use crate::emit::Emitter;
use crate::error::{Error, ErrorKind, Result};
use crate::event::{Event, EventActions};
use crate::invocation::InvocationContext;
use crate::model::{FinishReason, LlmRequest, LlmResponse};
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
            let event = whole_event(spec, ctx, ids.complete(response), callback.take_actions());
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
        let response = if spec.extensions.shape_responses() {
            ids.complete_replaced(response::process(spec, callback, response).await?)
        } else {
            response
        };
        if !response.is_partial() {
            let response = checked(spec, response);
            let event = whole_event(spec, ctx, response, callback.take_actions());
            out.emit(event.clone()).await;
            return Ok(event);
        }
        if !response.is_empty() {
            out.emit(ctx.piece(response)).await;
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

/// The model's answer; an error where it does not fit the output schema. What a hook answers in
/// the model's place is not checked: no model could repair it.
fn checked(spec: &Spec, response: LlmResponse) -> LlmResponse {
    let Some(output) = &spec.output else {
        return response;
    };
    let answer = output::answer(&response);
    let Some(fault) = answer.and_then(|text| output.read(&text).err()) else {
        return response;
    };
    let cut = if response.finish_reason() == Some(&FinishReason::MaxTokens) {
        "\nThe answer was cut off at the most tokens that it may have: say less."
    } else {
        ""
    };
    let next = if spec.answers_by_tool() {
        "Give your final answer by a call of `set_model_response`."
    } else {
        "Answer again with JSON that fits, and nothing else."
    };
    response.with_error(OUTPUT_MISMATCH, format!("{fault}{cut}\n{next}"))
}

/// The event of a whole response; one that says nothing says so.
fn whole_event(
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
    if spec.output_key.is_some()
        && let Some(text) = output::answer(&response)
    {
        output::keep(spec, &text, &mut actions);
    }
    let long_running = long_running_ids(spec, &response);
    let event = ctx.event().response(response).actions(actions);
    event.long_running_tool_ids(long_running).build()
}

/// The ids of the calls of long-running tools.
fn long_running_ids(spec: &Spec, response: &LlmResponse) -> Vec<Box<str>> {
    let calls = response
        .content()
        .into_iter()
        .flat_map(Content::function_calls);
    let later = calls.filter(|call| spec.is_long_running(call.name()));
    later.filter_map(|call| call.id().map(Into::into)).collect()
}
