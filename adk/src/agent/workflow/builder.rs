//! Builds the workflow agents.

use std::marker::PhantomData;
use std::sync::Arc;

use super::Members;
use crate::agent::IntoAgent;
use crate::agent::hooks::agent_callbacks;
use crate::error::{Error, ErrorKind, Result};
use crate::invocation::{Agent, check_agent_name};
use crate::plugin::Callbacks;

/// Makes a [`SequentialAgent`](crate::SequentialAgent), a
/// [`ParallelAgent`](crate::ParallelAgent) or a [`LoopAgent`](crate::LoopAgent). Mistakes are
/// reported by `build`.
#[derive(Debug)]
#[must_use]
pub struct WorkflowBuilder<A> {
    name: String,
    description: String,
    sub_agents: Vec<Result<Arc<dyn Agent>>>,
    callbacks: Option<Callbacks>,
    pub(super) max_iterations: Option<u32>,
    kind: PhantomData<fn() -> A>,
}

impl<A> WorkflowBuilder<A> {
    pub(super) fn new(name: String) -> Self {
        Self {
            name,
            description: String::new(),
            sub_agents: Vec::new(),
            callbacks: None,
            max_iterations: None,
            kind: PhantomData,
        }
    }

    /// What the agent is for; models that may hand over to it or call it are told.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// One more agent to run, after those added before.
    pub fn sub_agent(mut self, agent: impl IntoAgent) -> Self {
        self.sub_agents.push(agent.into_agent());
        self
    }

    agent_callbacks!();

    pub(super) fn members(self) -> Result<Members> {
        check_agent_name(&self.name)?;
        if self.sub_agents.is_empty() {
            let text = format!(
                "agent `{}` has no agents to run: add them with `.sub_agent(…)`",
                self.name
            );
            return Err(Error::new(ErrorKind::Config, text));
        }
        Ok(Members {
            name: self.name.into(),
            description: self.description.into(),
            sub_agents: self.sub_agents.into_iter().collect::<Result<_>>()?,
            callbacks: self.callbacks.map(Arc::new),
        })
    }
}
