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

/// Whether the user's message answers a call below the running agent.
fn goes_on(ctx: &InvocationContext) -> bool {
    !ctx.answered(ctx.place()).is_empty()
}

/// The event with where the running agent stands, if it is one that makes the plan stop.
fn marked(ctx: &InvocationContext, event: Event, state: impl FnOnce() -> Value) -> Event {
    if event.long_running_tool_ids().len() == 0 {
        return event;
    }
    let mut actions = event.actions().clone();
    actions.set_agent_state(ctx.agent_name().to_owned(), state());
    event.to_builder().actions(actions).build()
}

/// Where the running agent stood when the plan stopped.
fn mark(ctx: &InvocationContext) -> Option<Value> {
    let session = ctx.scope().session();
    let mut earlier = session.events().rev();
    earlier.find_map(|event| event.actions().agent_state(ctx.agent_name()).cloned())
}
