//! Agents that run others by a plan instead of a model: one after the other, side by side, or
//! in rounds.
//!
//! A call that waits for the user stops the plan where it is. The run that brings the answer goes
//! on there, in this process or in another, since the session holds how far the plan was.

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

/// What every workflow agent has: its name, and the agents that it runs.
#[derive(Debug, Clone)]
pub(super) struct Members {
    name: Arc<str>,
    description: Arc<str>,
    sub_agents: Arc<[Arc<dyn Agent>]>,
    callbacks: Option<Arc<Callbacks>>,
}

/// Writes the accessors of the trait `Agent`, over a field `members`.
macro_rules! member_accessors {
    ($kind:ident) => {
        fn kind(&self) -> crate::graph::AgentKind {
            crate::graph::AgentKind::$kind
        }

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
use member_accessors;

/// The agents of the running one, in their order.
fn agents(ctx: &InvocationContext) -> Vec<Place> {
    ctx.tree().children(ctx.place()).collect()
}

/// How many agents need not run again: those before the first that the user's message answers.
fn done_before(ctx: &InvocationContext, agents: &[Place]) -> usize {
    let is_answered = |agent: &Place| !ctx.answered(*agent).is_empty();
    agents.iter().position(is_answered).unwrap_or(0)
}

/// The event with how far the running agent is, where a later run may need that: the event stops
/// the plan, or wants a loop to end.
fn with_progress(ctx: &InvocationContext, event: Event, state: impl FnOnce() -> Value) -> Event {
    if event.long_running_tool_ids().len() == 0 && !event.actions().escalate() {
        return event;
    }
    let mut actions = event.actions().clone();
    actions.set_agent_state(ctx.agent_name().to_owned(), state());
    event.to_builder().actions(actions).build()
}

/// How far the running agent was when the plan stopped; `Null` where it begins anew.
fn saved_progress(ctx: &InvocationContext) -> Value {
    if ctx.answered(ctx.place()).is_empty() {
        return Value::Null;
    }
    let session = ctx.scope().session();
    let of_run = |event: &&Event| event.invocation_id() == ctx.invocation_id();
    let mut earlier = session.events().rev().filter(of_run);
    let saved = earlier.find_map(|event| event.actions().agent_state(ctx.agent_name()).cloned());
    saved.unwrap_or_default()
}
