//! Builds the workflow agents.

use std::future::Future;
use std::marker::PhantomData;
use std::sync::Arc;

use super::Members;
use crate::context::CallbackContext;
use crate::error::{Error, ErrorKind, Result};
use crate::invocation::{Agent, check_agent_name};
use crate::plugin::{AfterAgent, BeforeAgent, Callbacks};

/// Makes a [`SequentialAgent`](crate::SequentialAgent), a
/// [`ParallelAgent`](crate::ParallelAgent) or a [`LoopAgent`](crate::LoopAgent). Mistakes are
/// reported by `build`.
#[derive(Debug)]
#[must_use]
pub struct WorkflowBuilder<A> {
    name: String,
    description: String,
    sub_agents: Vec<Arc<dyn Agent>>,
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

    /// What the agent is for; a model that may hand over to it is told.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// One more agent to run, behind those added before.
    pub fn sub_agent(mut self, agent: impl Agent + 'static) -> Self {
        self.sub_agents.push(Arc::new(agent));
        self
    }

    /// Before the agent runs.
    pub fn before_agent<F, R>(mut self, callback: F) -> Self
    where
        F: Fn(CallbackContext) -> R + Send + Sync + 'static,
        R: Future<Output = Result<BeforeAgent>> + Send + 'static,
    {
        let callbacks = self.callbacks.unwrap_or_default();
        self.callbacks = Some(callbacks.before_agent(callback));
        self
    }

    /// After the agent ran.
    pub fn after_agent<F, R>(mut self, callback: F) -> Self
    where
        F: Fn(CallbackContext) -> R + Send + Sync + 'static,
        R: Future<Output = Result<AfterAgent>> + Send + 'static,
    {
        let callbacks = self.callbacks.unwrap_or_default();
        self.callbacks = Some(callbacks.after_agent(callback));
        self
    }

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
            sub_agents: self.sub_agents.into(),
            callbacks: self.callbacks.map(Arc::new),
        })
    }
}
