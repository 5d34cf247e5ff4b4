//! Makes the calls that waited for the user's message, before the model is asked: those that
//! needed a yes or no, and those of agent tools inside which a call waited.

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

/// What the user answered about each call, in the order of the calls; empty for new calls.
pub(in crate::flow) type UserAnswers = Vec<Arc<CallAnswer>>;

/// Makes the calls in the order of the answers. Gives back how the step ended, if it ends with
/// them.
pub(super) async fn process(
    spec: &Arc<Spec>,
    ctx: &InvocationContext,
    out: &mut Emitter<Event>,
) -> Result<Option<Outcome>> {
    let (calls, answers) = answered_calls(ctx);
    if calls.is_empty() {
        return Ok(None);
    }
    let calls = Content::new(Role::Model, calls);
    let outcome = answer_calls(spec, ctx, &calls, &answers, out).await?;
    Ok(Some(outcome).filter(|outcome| !matches!(outcome, Outcome::Continue)))
}

fn answered_calls(ctx: &InvocationContext) -> (Vec<Part>, UserAnswers) {
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

/// What the user has answered so far in that inner session.
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
