//! An agent that a function leads.

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use super::IntoAgent;
use super::hooks::agent_callbacks;
use crate::emit::try_stream;
use crate::error::Result;
use crate::invocation::{Agent, Emitter, EventStream, InvocationContext, check_agent_name};
use crate::plugin::Callbacks;

/// An agent made of an async closure that emits events.
///
/// It runs its [`sub_agent`](CustomAgentBuilder::sub_agent)s with
/// [`InvocationContext::run_agent`]. When one of them stops to wait for the user, the run that
/// brings the answer calls the closure again from its start; the sub-agent then goes on where it
/// stopped. A closure that runs several agents in turn begins at the one that
/// [is answered](InvocationContext::is_answered), and stops after one that
/// [is waiting](InvocationContext::is_waiting).
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// use adk::{Content, CustomAgent, Runner};
///
/// let echo = CustomAgent::builder("echo", |ctx, mut out| async move {
///     let said = ctx.user_content().map(Content::text).unwrap_or_default();
///     out.emit(ctx.event().content(Content::model(said)).build()).await;
///     Ok(())
/// });
/// let runner = Runner::builder("hall", echo.build()?).build()?;
/// assert_eq!(runner.run("user", "session", "Hello!").text().await?, "Hello!");
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct CustomAgent {
    name: Arc<str>,
    description: Arc<str>,
    sub_agents: Arc<[Arc<dyn Agent>]>,
    callbacks: Option<Arc<Callbacks>>,
    run: Arc<dyn Fn(InvocationContext) -> EventStream + Send + Sync>,
}

/// Makes a [`CustomAgent`].
#[derive(Debug)]
#[must_use]
pub struct CustomAgentBuilder {
    agent: CustomAgent,
    sub_agents: Vec<Result<Arc<dyn Agent>>>,
    callbacks: Option<Callbacks>,
}

impl CustomAgent {
    /// Starts building an agent of that name; `run` is called each time that it runs.
    pub fn builder<F, R>(name: impl Into<String>, run: F) -> CustomAgentBuilder
    where
        F: Fn(InvocationContext, Emitter) -> R + Send + Sync + 'static,
        R: Future<Output = Result<()>> + Send + 'static,
    {
        let run = Arc::new(run);
        let agent = Self {
            name: name.into().into(),
            description: Arc::default(),
            sub_agents: Arc::default(),
            callbacks: None,
            run: Arc::new(move |ctx| {
                let run = Arc::clone(&run);
                try_stream(move |out| run(ctx, out))
            }),
        };
        CustomAgentBuilder {
            agent,
            sub_agents: Vec::new(),
            callbacks: None,
        }
    }
}

impl CustomAgentBuilder {
    /// What the agent is for; models that may hand over to it or call it are told.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.agent.description = description.into().into();
        self
    }

    /// One more agent below this one, for `run` to run.
    pub fn sub_agent(mut self, agent: impl IntoAgent) -> Self {
        self.sub_agents.push(agent.into_agent());
        self
    }

    agent_callbacks!();

    /// Checks the name and makes the agent.
    ///
    /// # Errors
    /// [`InvalidName`](crate::ErrorKind::InvalidName) for a name that is no identifier, and what
    /// kept an agent below it from being made.
    pub fn build(mut self) -> Result<CustomAgent> {
        check_agent_name(&self.agent.name)?;
        self.agent.sub_agents = self.sub_agents.into_iter().collect::<Result<_>>()?;
        self.agent.callbacks = self.callbacks.map(Arc::new);
        Ok(self.agent)
    }
}

impl Agent for CustomAgent {
    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> &str {
        &self.description
    }

    fn callbacks(&self) -> Option<Arc<Callbacks>> {
        self.callbacks.clone()
    }

    fn sub_agents(&self) -> &[Arc<dyn Agent>] {
        &self.sub_agents
    }

    fn run(&self, ctx: InvocationContext) -> EventStream {
        (self.run)(ctx)
    }
}

impl fmt::Debug for CustomAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CustomAgent")
            .field("name", &self.name)
            .field("sub_agents", &self.sub_agents)
            .finish_non_exhaustive()
    }
}
