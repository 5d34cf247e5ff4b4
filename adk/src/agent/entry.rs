//! What can follow `..` in a list of agents: agents, and lists of them.
//!
//! The traits work through autoref, which only generated code can write:
//! `(&&&AgentEntry::of(&value)).kind().agents(value)`.

#![expect(clippy::must_use_candidate, reason = "only generated code calls these")]

use std::marker::PhantomData;
use std::sync::Arc;

use super::IntoAgent;
use crate::error::Result;
use crate::invocation::Agent;

/// A value in a list of agents.
#[derive(Debug)]
pub struct AgentEntry<T>(PhantomData<fn() -> T>);

type Made = Vec<Result<Arc<dyn Agent>>>;

/// How a value becomes agents.
#[derive(Debug)]
pub struct Agents<T>(fn(T) -> Made);

/// Everything else.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct NoAgents;

impl<T> AgentEntry<T> {
    /// Of a value's type.
    pub fn of(_: &T) -> Self {
        Self(PhantomData)
    }
}

impl<T> Agents<T> {
    /// The agents that the value stands for.
    pub fn agents(self, value: T) -> Made {
        (self.0)(value)
    }
}

/// What stands behind `..` by itself.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand in a list of agents",
    label = "this is neither an agent nor a list of agents",
    note = "an agent is what `x::agent()` of an `#[agent]` fn `x` returns, or what implements `adk::Agent`; it may be in an `Arc`",
    note = "a list is a `Vec` or an array of them"
)]
pub trait AgentListEntry: IntoAgent {}

impl<T: IntoAgent> AgentListEntry for T {}

impl NoAgents {
    /// The agents that the value stands for.
    #[expect(clippy::unused_self, reason = "each kind has the same method")]
    pub fn agents<T: AgentListEntry>(self, agent: T) -> Made {
        vec![agent.into_agent()]
    }
}

/// An agent, or the outcome of making one. Asked first, since a `Result` is an iterator too.
pub trait OneAgent<T> {
    /// It is one.
    fn kind(&self) -> Agents<T>;
}

impl<T: IntoAgent> OneAgent<T> for &&AgentEntry<T> {
    fn kind(&self) -> Agents<T> {
        Agents(|agent| vec![agent.into_agent()])
    }
}

/// A list of agents.
pub trait ManyAgents<T> {
    /// Each is one.
    fn kind(&self) -> Agents<T>;
}

impl<T: IntoIterator<Item: IntoAgent>> ManyAgents<T> for &AgentEntry<T> {
    fn kind(&self) -> Agents<T> {
        Agents(|agents| agents.into_iter().map(IntoAgent::into_agent).collect())
    }
}

/// Everything else.
pub trait AnyAgent {
    /// It has to be an agent.
    fn kind(&self) -> NoAgents {
        NoAgents
    }
}

impl<T> AnyAgent for AgentEntry<T> {}
