//! Makes the calls that the user's message has allowed or refused, before the model is asked.

use std::collections::HashMap;
use std::sync::Arc;

use crate::content::{Content, Part, Role};
use crate::emit::Emitter;
use crate::error::Result;
use crate::event::{Event, ToolConfirmation};
use crate::flow::Spec;
use crate::flow::answer_calls::answer_calls;
use crate::flow::step::Outcome;
use crate::invocation::{Given, InvocationContext};

/// What a person answered, by the id of the call that waited for it.
pub(in crate::flow) type Confirmations = HashMap<Box<str>, ToolConfirmation>;

/// Makes the calls in the order in which they were asked about. How the step ended, where it
/// ends with them.
pub(super) async fn process(
    spec: &Arc<Spec>,
    ctx: &InvocationContext,
    out: &mut Emitter<Event>,
) -> Result<Option<Outcome>> {
    let (mut calls, mut confirmations) = (Vec::new(), Confirmations::new());
    for answer in ctx.take_answers() {
        if let Given::Confirmation(call, confirmation) = answer
            && let Some(id) = call.id()
        {
            confirmations.insert(id.into(), confirmation);
            calls.push(Part::from_function_call(call));
        }
    }
    if calls.is_empty() {
        return Ok(None);
    }
    let calls = Content::new(Role::Model, calls);
    let outcome = answer_calls(spec, ctx, &calls, &confirmations, out).await?;
    Ok(Some(outcome).filter(|outcome| !matches!(outcome, Outcome::Continue)))
}
