//! While the tools of a turn run, what they report becomes partial events: seen at once,
//! never stored, never sent to a model.

use std::pin::pin;

use futures_util::future::{Either, select};

use super::call_tool::capped;
use crate::content::{Content, FunctionResponse, Json, Part, Role};
use crate::context::Reports;
use crate::emit::Emitter;
use crate::event::Event;
use crate::invocation::InvocationContext;
use crate::model::LlmResponse;
use crate::tool::output::as_object;

/// Does the work, which answers the calls of `content`, and emits what it reports
/// meanwhile.
pub(super) async fn emit_during<T>(
    work: impl Future<Output = T>,
    ctx: &InvocationContext,
    content: &Content,
    reports: &Reports,
    out: &mut Emitter<Event>,
) -> T {
    let reader = reports.reader();
    let mut work = pin!(work);
    let done = loop {
        // The work first: where there is always another report, it would never be looked at.
        match select(work.as_mut(), pin!(reader.next())).await {
            Either::Left((done, _)) => break done,
            Either::Right((report, _)) => out.emit(event(ctx, content, report)).await,
        }
    };
    reader.close();
    while let Some(report) = reader.take() {
        out.emit(event(ctx, content, report)).await;
    }
    done
}

fn event(ctx: &InvocationContext, content: &Content, (call, report): (usize, Json)) -> Event {
    let call = content.function_calls().nth(call);
    let limit = ctx.run_config().max_tool_result_bytes;
    let part = call.map(|call| {
        let report = capped(call.name(), report, limit).unwrap_or_else(|large| large);
        let report = as_object(report);
        Part::from_function_response(FunctionResponse::to(call, report).continuing())
    });
    ctx.piece(LlmResponse::new(Content::new(Role::User, part)).into_partial())
}
