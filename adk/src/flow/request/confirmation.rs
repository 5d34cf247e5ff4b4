//! Makes the calls that the user's message has answered, before the model is asked: those that
//! waited for a yes or no, and those of agent tools behind which a call waited.

use std::collections::HashMap;
use std::sync::Arc;

use crate::content::{Content, Part, Role};
use crate::context::CallAnswer;
use crate::emit::Emitter;
use crate::error::Result;
use crate::event::Event;
use crate::flow::Spec;
use crate::flow::answer_calls::answer_calls;
use crate::flow::step::Outcome;
use crate::invocation::{Given, InvocationContext};

/// What the user answered, by the id of the call that waited for it.
pub(in crate::flow) type Answers = HashMap<Box<str>, Arc<CallAnswer>>;

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
    let (mut calls, mut answers) = (Vec::new(), Answers::new());
    let mut inner = HashMap::<Box<str>, (Box<str>, Vec<Part>)>::new();
    for given in ctx.take_answers() {
        match given {
            Given::Result => {}
            Given::Confirmation(call, confirmation) => {
                let id = call.id().unwrap_or_default().into();
                answers.insert(id, Arc::new(CallAnswer::Confirmation(confirmation)));
                calls.push(Part::from_function_call(call));
            }
            Given::Inner(waited, said) => {
                let id: Box<str> = waited.agent_call.id().unwrap_or_default().into();
                let answer = inner.entry(id).or_insert_with(|| {
                    calls.push(Part::from_function_call(waited.agent_call));
                    (waited.session, Vec::new())
                });
                answer.1.push(Part::from_function_response(said));
            }
        }
    }
    let inner = inner.into_iter().map(|(id, (session, said))| {
        let answer = CallAnswer::Inner { session, said };
        (id, Arc::new(answer))
    });
    answers.extend(inner);
    (calls, answers)
}
