//! Builds a [`Runner`].

use std::sync::Arc;

use super::busy::BusySessions;
use super::{Inner, Remember, Runner, WhenBusy};
use crate::artifact::{ArtifactService, InMemoryArtifactService};
use crate::context::{Provided, Services};
use crate::error::{Error, ErrorKind, Result};
use crate::invocation::{Agent, AgentTree};
use crate::memory::{InMemoryMemoryService, MemoryService};
use crate::platform::{Platform, SystemPlatform};
use crate::plugin::Plugin;
use crate::session::{AppName, InMemorySessionService, SessionKey, SessionService};

/// Makes a [`Runner`].
///
/// Keep an `Arc` of a store to read what the runs left in it:
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// use std::sync::Arc;
///
/// use adk::session::{GetSession, InMemorySessionService, SessionKey, SessionService};
/// use adk::testing::ScriptedModel;
/// use adk::{LlmAgent, Runner};
///
/// let sessions = Arc::new(InMemorySessionService::new());
/// let model = ScriptedModel::new().text("I am Ada.").text("Still Ada.");
/// let agent = LlmAgent::builder("ada").model(model).output_key("answer").build()?;
/// let runner = Runner::builder("app", agent).session_service(Arc::clone(&sessions)).build()?;
/// runner.run("user-1", "session-1", "Who are you?").text().await?;
/// runner.run("user-1", "session-1", "And now?").text().await?;
///
/// let key = SessionKey::new("app", "user-1", "session-1");
/// let session = sessions.get(&key, GetSession::all()).await?;
/// assert_eq!(session.events().len(), 4);
/// assert_eq!(session.state("answer").unwrap(), "Still Ada.");
/// # Ok(()) }
/// ```
#[derive(Debug)]
#[must_use]
pub struct RunnerBuilder {
    app: AppName,
    agent: Arc<dyn Agent>,
    services: Services,
    plugins: Vec<Arc<dyn Plugin>>,
    busy: BusySessions,
    remember: Option<Remember>,
}

impl RunnerBuilder {
    pub(super) fn new(app: AppName, agent: Arc<dyn Agent>) -> Self {
        Self {
            app,
            agent,
            services: Services {
                sessions: Arc::new(InMemorySessionService::new()),
                artifacts: Arc::new(InMemoryArtifactService::new()),
                memory: Arc::new(InMemoryMemoryService::new()),
                platform: Arc::new(SystemPlatform),
                provided: Provided::default(),
            },
            plugins: Vec::new(),
            busy: BusySessions::default(),
            remember: None,
        }
    }

    /// Where sessions are kept.
    pub fn session_service(mut self, service: impl SessionService + 'static) -> Self {
        self.services.sessions = Arc::new(service);
        self
    }

    /// Where artifacts are kept.
    pub fn artifact_service(mut self, service: impl ArtifactService + 'static) -> Self {
        self.services.artifacts = Arc::new(service);
        self
    }

    /// Where memories are kept. Sessions get there by [`remember`](Self::remember), or when the
    /// program says so, by [`Runner::remember`].
    pub fn memory_service(mut self, service: impl MemoryService + 'static) -> Self {
        self.services.memory = Arc::new(service);
        self
    }

    /// Hands the session of each run to memory, whole and in place of what memory had of it; by
    /// default nothing is. The sessions of agent tools are not handed over.
    pub fn remember(mut self, policy: Remember) -> Self {
        self.remember = Some(policy);
        self
    }

    /// One more plugin; plugins are asked in the order in which they are added.
    pub fn plugin(mut self, plugin: impl Plugin + 'static) -> Self {
        self.plugins.push(Arc::new(plugin));
        self
    }

    /// What happens to a run whose session has a run under way; it is refused by default.
    pub fn when_busy(mut self, policy: WhenBusy) -> Self {
        self.busy = BusySessions::new(policy);
        self
    }

    /// Where times and ids come from, for tests that fix them.
    pub fn platform(mut self, platform: impl Platform + 'static) -> Self {
        self.services.platform = Arc::new(platform);
        self
    }

    /// A value for the tools that take an [`App<T>`](crate::App); a second one of the same type
    /// replaces the first. What tools share is best given here, not kept in statics.
    pub fn provide<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.services.provided.add(value);
        self
    }

    /// Checks everything and makes the runner.
    ///
    /// # Errors
    /// - [`InvalidName`](ErrorKind::InvalidName): the app's name or an agent's is not allowed.
    /// - [`DuplicateName`](ErrorKind::DuplicateName): two agents of the tree have one name.
    /// - [`Config`](ErrorKind::Config): a tool needs a value that was not
    ///   [provided](Self::provide), an agent has the tool `exit_loop` and no loop above it, or the
    ///   tree is too deep.
    pub fn build(self) -> Result<Runner> {
        SessionKey::new(self.app.clone(), "user", "session").check()?;
        let tree = AgentTree::new(&self.agent)?;
        tree.check_exits()?;
        check_needs(&tree, &self.services.provided)?;
        Ok(Runner(Arc::new(Inner {
            app: self.app,
            tree: Arc::new(tree),
            services: self.services,
            plugins: self.plugins.into(),
            busy: self.busy,
            remember: self.remember,
        })))
    }
}

/// Names every tool of the agents that needs what was not provided.
fn check_needs(tree: &AgentTree, provided: &Provided) -> Result<()> {
    let mut missing = Vec::new();
    for tool in tree.agents().flat_map(Agent::tools) {
        let unmet = tool.needs().iter().filter(|need| !provided.meets(need));
        missing.extend(unmet.map(|need| {
            let (tool, needed) = (tool.name(), need.type_name());
            format!("tool `{tool}` needs a `{needed}`")
        }));
    }
    if missing.is_empty() {
        return Ok(());
    }
    let text = format!(
        "{}, which the runner was not given: call `.provide(…)` before `.build()`",
        missing.join(", ")
    );
    Err(Error::new(ErrorKind::Config, text))
}
