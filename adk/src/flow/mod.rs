//! The Flow: model, tools, model, until the answer is final (the `ReAct` loop of ADK).
//!
//! It knows an agent's settings (its [`Spec`]), never the agent. Every stage of a step is a
//! function in a file of its own; only the step, its model call and the progress of its tools
//! emit.

mod answer_calls;
mod call_ids;
mod call_model;
mod call_tool;
mod call_tools;
mod include_contents;
mod output;
mod plain_calls;
mod processor;
mod progress;
mod question;
mod request;
mod response;
mod set_model_response;
mod spec;
mod step;
mod unknown_tool;

pub use include_contents::IncludeContents;
pub use processor::{RequestProcessor, ResponseProcessor};

pub(crate) use output::Output;
pub(crate) use spec::{Extensions, Spec};

use std::sync::Arc;

use crate::emit::Emitter;
use crate::error::{Error, ErrorKind, Result};
use crate::event::Event;
use crate::invocation::InvocationContext;
use step::{Outcome, step};

/// Runs the loop to its end, within the limits of the run.
pub(crate) async fn run(
    spec: &Arc<Spec>,
    ctx: &InvocationContext,
    out: &mut Emitter<Event>,
) -> Result<()> {
    let spec = &request::spec_of_run(spec, ctx).await?;
    let (mut thoughts_alone, mut mismatches) = (0, 0);
    while !ctx.ended() {
        let revision = ctx.scope().session().revision();
        let outcome = step(spec, ctx, out).await?;
        match outcome {
            Outcome::Final => return Ok(()),
            Outcome::Continue => thoughts_alone = 0,
            Outcome::ThoughtsAlone => thoughts_alone += 1,
            Outcome::Mismatch(refused) => {
                let limit = ctx.run_config().max_output_repairs;
                if mismatches == limit {
                    return Err(output::not_repaired(&spec.name, limit, &refused));
                }
                mismatches += 1;
            }
            Outcome::Transfer(agent) => return ctx.hand_over(&agent),
        }
        if ctx.scope().session().revision() == revision {
            return Err(unheard(&spec.name));
        }
        let limit = ctx.run_config().max_thought_turns;
        if thoughts_alone > limit {
            return Err(Error::new(
                ErrorKind::Limit,
                format!(
                    "the model thought more than {limit} turns in a row without an answer; raise the limit \
                     with `RunConfig::max_thought_turns`, or give it more output tokens"
                ),
            ));
        }
    }
    Ok(())
}

/// The error of an agent whose events nobody stores: its model would forget what it does.
fn unheard(agent: &str) -> Error {
    let text = format!(
        "agent `{agent}` cannot go on: whoever runs it keeps its events, so that its model would \
         not see its own calls; emit them on, as `out.forward(ctx.run_agent(…))` does"
    );
    Error::new(ErrorKind::Config, text)
}
