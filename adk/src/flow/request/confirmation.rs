//! Makes the calls that the user's message has answered, before the model is asked: those that
//! waited for a yes or no, and those of agent tools behind which a call waited.

use std::sync::Arc;

use crate::content::{Content, FunctionCall, Part, Role};
use crate::context::CallAnswer;
use crate::emit::Emitter;
use crate::error::Result;
use crate::event::{Event, InnerCall};
use crate::flow::Spec;
use crate::flow::answer_calls::answer_calls;
use crate::flow::step::Outcome;
use crate::invocation::{Given, InvocationContext};

/// What the user answered, in the order of the calls; none for calls that are new.
pub(in crate::flow) type Answers = Vec<Arc<CallAnswer>>;

/// Makes the calls in the order in which they were answered. How the step ended, where it
/// ends with them.
pub(super) async fn process(
    spec: &Arc<Spec>,
    ctx: &InvocationContext,
    out: &mut Emitter<Event>,
) -> Result<Option<Outcome>> {
    let (calls, answers) = answered(ctx);
    if calls.is_empty() {
        return Ok(None);
    }
    let calls = Content::new(Role::Model, calls);
    let outcome = answer_calls(spec, ctx, &calls, &answers, out).await?;
    Ok(Some(outcome).filter(|outcome| !matches!(outcome, Outcome::Continue)))
}

fn answered(ctx: &InvocationContext) -> (Vec<Part>, Answers) {
    let mut calls = Vec::new();
    for given in ctx.take_answers() {
        match given {
            Given::Result => {}
            Given::Confirmation(call, confirmation) => {
                calls.push((call, CallAnswer::Confirmation(confirmation)));
            }
            Given::Inner(waited, said) => {
                let said = Part::from_function_response(said);
                match answer_in(&mut calls, &waited.session) {
                    Some(all) => all.push(said),
                    None => calls.push(first(waited, said)),
                }
            }
        }
    }
    let calls = calls.into_iter();
    calls
        .map(|(call, answer)| (Part::from_function_call(call), Arc::new(answer)))
        .unzip()
}

/// What the user said so far into that inner session.
fn answer_in<'a>(
    calls: &'a mut [(FunctionCall, CallAnswer)],
    into: &str,
) -> Option<&'a mut Vec<Part>> {
    calls.iter_mut().find_map(|(_, answer)| match answer {
        CallAnswer::Inner { session, said, .. } if **session == *into => Some(said),
        _ => None,
    })
}

fn first(waited: InnerCall, said: Part) -> (FunctionCall, CallAnswer) {
    let answer = CallAnswer::Inner {
        session: waited.session,
        said: vec![said],
        confirmation: waited.confirmation,
    };
    (waited.agent_call, answer)
}
