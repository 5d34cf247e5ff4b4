//! Builds the request of a step: ADK's processors in their order, then those that the agent was
//! given, then the tools that change requests and the toolsets that do. ADK's twelfth, which takes
//! the names off blobs for Gemini, is the Gemini client's: it writes its requests without them.

mod auth;
mod basic;
mod code_execution;
mod confirmation;
mod contents;
mod draft;
mod foreign;
mod identity;
mod instructions;
mod output_schema;
mod plain;
mod planning;
mod tools;
mod transcription;
mod transfer;
mod turns;

pub(super) use confirmation::UserAnswers;
pub(super) use tools::spec_of_run;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use super::Spec;
use super::step::Outcome;
use crate::context::CallbackContext;
use crate::emit::Emitter;
use crate::error::{Error, ErrorKind, Result};
use crate::event::Event;
use crate::invocation::InvocationContext;
use crate::model::LlmRequest;
use crate::panic::guarded;
use draft::Draft;

/// What keeps to the same limit by itself ends first, and better.
const GRACE: Duration = Duration::from_secs(1);

/// The request; a break where the step ended before its model was asked.
pub(super) async fn build(
    spec: &Arc<Spec>,
    ctx: &InvocationContext,
    callback: &CallbackContext,
    out: &mut Emitter<Event>,
) -> Result<ControlFlow<Outcome, LlmRequest>> {
    let mut draft = Draft::new(spec, ctx);
    basic::process(&mut draft);
    tools::process(&mut draft);
    let asked = auth::process(&mut draft, callback);
    guarded(|| panicked(spec, "the auth handler"), asked).await?;
    if let Some(outcome) = confirmation::process(spec, ctx, out).await? {
        return Ok(ControlFlow::Break(outcome));
    }
    let told = instructions::process(&mut draft);
    guarded(|| panicked(spec, "an instruction"), told).await?;
    identity::process(&mut draft);
    contents::process(&mut draft);
    let planned = planning::process(&mut draft);
    guarded(|| panicked(spec, "the planner"), planned).await?;
    let executed = code_execution::process(&mut draft, callback);
    guarded(|| panicked(spec, "the code executor"), executed).await?;
    output_schema::process(&mut draft);
    transfer::process(&mut draft);
    let mut request = draft.into_request();
    for own in &spec.extensions.request_processors {
        let processed = async { own.process(ctx, &mut request).await };
        guarded(|| panicked(spec, "a request processor"), processed).await?;
    }
    for tool in &spec.tools {
        let whose = || shaper(spec, "tool", tool.name());
        let shaping = async {
            match tool.process_request(callback, &mut request) {
                Some(shaping) => in_time(spec, ctx, ("tool", tool.name()), shaping).await,
                None => Ok(()),
            }
        };
        guarded(whose, shaping).await?;
    }
    for toolset in &*spec.toolsets {
        let whose = || shaper(spec, "toolset", toolset.name());
        let shaping = async {
            match toolset.process_request(callback, &mut request) {
                Some(shaping) => in_time(spec, ctx, ("toolset", toolset.name()), shaping).await,
                None => Ok(()),
            }
        };
        guarded(whose, shaping).await?;
    }
    Ok(ControlFlow::Continue(request))
}

/// Whose panic it was.
pub(super) fn panicked(spec: &Spec, whose: &str) -> String {
    format!("{whose} of agent `{}` panicked", spec.name)
}

/// What a tool or a toolset does to a request, within the time that a call may take.
async fn in_time(
    spec: &Spec,
    ctx: &InvocationContext,
    (kind, name): (&str, &str),
    shaping: impl Future<Output = Result<()>>,
) -> Result<()> {
    let limit = ctx.run_config().tool_timeout;
    let shaped = tokio::time::timeout(limit.saturating_add(GRACE), shaping).await;
    shaped.unwrap_or_else(|_| {
        let text = format!(
            "{kind} `{name}` of agent `{}` took longer than {limit:?} to change a request; raise the \
             limit with `RunConfig::tool_timeout`",
            spec.name
        );
        Err(Error::new(ErrorKind::Limit, text))
    })
}

fn shaper(spec: &Spec, kind: &str, name: &str) -> String {
    panicked(spec, &format!("{kind} `{name}`")) + " while it changed a request"
}
