//! Agents that run others by a plan instead of a model: one after the other, side by side, or
//! in rounds.
//!
//! A call that waits for the user stops the plan where it is; the run that answers it goes on
//! there, in this process or in another, since what is needed for that stands in the session.

mod builder;
mod loop_agent;
mod parallel;
mod sequential;

pub use builder::WorkflowBuilder;
pub use loop_agent::LoopAgent;
pub use parallel::ParallelAgent;
pub use sequential::SequentialAgent;

use std::sync::Arc;

use serde_json::Value;

use crate::event::Event;
use crate::invocation::{Agent, InvocationContext, Place};
use crate::plugin::Callbacks;

/// What every workflow agent is made of.
#[derive(Debug, Clone)]
pub(super) struct Members {
    name: Arc<str>,
    description: Arc<str>,
    sub_agents: Arc<[Arc<dyn Agent>]>,
    callbacks: Option<Arc<Callbacks>>,
}

/// Writes what an agent says of itself, over its `members`.
macro_rules! says_of_itself {
    () => {
        fn name(&self) -> &str {
            &self.members.name
        }

        fn description(&self) -> &str {
            &self.members.description
        }

        fn callbacks(&self) -> Option<std::sync::Arc<crate::plugin::Callbacks>> {
            self.members.callbacks.clone()
        }

        fn sub_agents(&self) -> &[std::sync::Arc<dyn crate::invocation::Agent>] {
            &self.members.sub_agents
        }
    };
}
use says_of_itself;

/// The agents of the running one, in their order.
fn agents(ctx: &InvocationContext) -> Vec<Place> {
    ctx.tree().children(ctx.place()).collect()
}

/// How many agents lie before the first that the user's message has answered.
fn done_before(ctx: &InvocationContext, agents: &[Place]) -> usize {
    let is_answered = |agent: &Place| !ctx.answered(*agent).is_empty();
    agents.iter().position(is_answered).unwrap_or(0)
}

/// The event with where the running agent stands, if a later run may have to know of it: it is
/// one that makes the plan stop, or that wants a loop to end.
fn marked(ctx: &InvocationContext, event: Event, state: impl FnOnce() -> Value) -> Event {
    if event.long_running_tool_ids().len() == 0 && !event.actions().escalate() {
        return event;
    }
    let mut actions = event.actions().clone();
    actions.set_agent_state(ctx.agent_name().to_owned(), state());
    event.to_builder().actions(actions).build()
}

/// Where the running agent stood when the plan stopped; `Null` where it begins.
fn mark(ctx: &InvocationContext) -> Value {
    if ctx.answered(ctx.place()).is_empty() {
        return Value::Null;
    }
    let session = ctx.scope().session();
    let of_run = |event: &&Event| event.invocation_id() == ctx.invocation_id();
    let mut earlier = session.events().rev().filter(of_run);
    let mark = earlier.find_map(|event| event.actions().agent_state(ctx.agent_name()).cloned());
    mark.unwrap_or_default()
}
