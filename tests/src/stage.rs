//! A runner with fixed ids and times, and the stores behind it.

use std::sync::Arc;

use adk::artifact::InMemoryArtifactService;
use adk::memory::InMemoryMemoryService;
use adk::model::{LlmRequest, StreamingMode};
use adk::runner::RunnerBuilder;
use adk::session::{GetSession, SessionKey};
use adk::testing::{FixedPlatform, ScriptedModel};
use adk::{
    Agent, Content, InMemorySessionService, LlmAgent, LlmAgentBuilder, Run, RunConfig, Runner,
    Session, SessionService,
};

use crate::history::assert_valid_history;
use crate::transcript;

/// App, user and session of every run on a [`Stage`].
pub const APP: &str = "app";
/// The user.
pub const USER: &str = "anna";
/// The session.
pub const SESSION: &str = "one";

/// Where an agent plays: one session, kept between the runs.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Stage {
    /// The runner of the agent.
    pub runner: Runner,
    /// Its sessions.
    pub sessions: Arc<InMemorySessionService>,
    /// Its artifacts.
    pub artifacts: Arc<InMemoryArtifactService>,
    /// Its memory.
    pub memory: Arc<InMemoryMemoryService>,
    stores: Stores,
}

/// What outlives a runner.
#[derive(Debug, Clone, Default)]
struct Stores {
    sessions: Arc<InMemorySessionService>,
    artifacts: Arc<InMemoryArtifactService>,
    memory: Arc<InMemoryMemoryService>,
    platform: Arc<FixedPlatform>,
}

impl Stores {
    fn runner(
        &self,
        agent: impl Agent + 'static,
        more: impl FnOnce(RunnerBuilder) -> RunnerBuilder,
    ) -> Runner {
        let runner = Runner::builder(APP, agent)
            .session_service(Arc::clone(&self.sessions))
            .artifact_service(Arc::clone(&self.artifacts))
            .memory_service(Arc::clone(&self.memory))
            .platform(Arc::clone(&self.platform));
        let runner = more(runner).build();
        runner.unwrap_or_else(|error| panic!("{error:?}"))
    }
}

/// Starts the agent `helper`, which follows the script of `model`.
pub fn helper(model: &ScriptedModel) -> LlmAgentBuilder {
    LlmAgent::builder("helper").model(model.clone())
}

/// Settings for a run in pieces.
pub fn streaming() -> RunConfig {
    RunConfig::new().streaming(StreamingMode::Sse)
}

/// The key of the session of every run.
#[must_use]
pub fn key() -> SessionKey {
    SessionKey::new(APP, USER, SESSION)
}

impl Stage {
    /// The agent of a builder, on its own.
    ///
    /// # Panics
    /// When the agent cannot be built.
    #[must_use]
    pub fn new(agent: LlmAgentBuilder) -> Self {
        Self::of(built(agent), |runner| runner)
    }

    /// Any agent, under a runner with more settings.
    ///
    /// # Panics
    /// When the runner cannot be built.
    pub fn of(
        agent: impl Agent + 'static,
        more: impl FnOnce(RunnerBuilder) -> RunnerBuilder,
    ) -> Self {
        let stores = Stores::default();
        let runner = stores.runner(agent, more);
        Self {
            runner,
            sessions: Arc::clone(&stores.sessions),
            artifacts: Arc::clone(&stores.artifacts),
            memory: Arc::clone(&stores.memory),
            stores,
        }
    }

    /// The same stores under a new runner, as after a restart.
    ///
    /// # Panics
    /// When the runner cannot be built.
    #[must_use]
    pub fn again(
        &self,
        agent: impl Agent + 'static,
        more: impl FnOnce(RunnerBuilder) -> RunnerBuilder,
    ) -> Self {
        Self {
            runner: self.stores.runner(agent, more),
            ..self.clone()
        }
    }

    /// A run that is still to be started.
    pub fn run(&self, message: impl Into<Content>) -> Run {
        self.runner.run(USER, SESSION, message)
    }

    /// Runs to the end; the transcript of what came.
    pub async fn play(&self, message: impl Into<Content>) -> String {
        transcript::of_run(self.run(message)).await
    }

    /// The session as it is stored.
    ///
    /// # Panics
    /// When there is none.
    pub async fn session(&self) -> Session {
        let session = self.sessions.get(&key(), GetSession::all()).await;
        session.unwrap_or_else(|error| panic!("{error:?}"))
    }

    /// The transcript of what is stored.
    pub async fn stored(&self) -> String {
        transcript::of_session(&self.session().await)
    }
}

/// Runs a last turn, checks every request of `model`, and returns the last: whatever
/// came before, the session is one that goes on. Lines that the script has left come first.
///
/// # Panics
/// When it does not.
pub async fn assert_goes_on(stage: &Stage, model: &ScriptedModel) -> LlmRequest {
    let _script = model.clone().text("I am still here.");
    let answer = stage.run("Are you still there?").text().await;
    assert!(answer.is_ok(), "{answer:?}");
    let requests = model.requests();
    for request in &requests {
        assert_valid_history(request.contents());
    }
    let last = requests.last().cloned();
    last.unwrap_or_else(|| panic!("the model was not asked"))
}

/// The agent of a builder that is right.
///
/// # Panics
/// When it is not.
#[must_use]
pub fn built(agent: LlmAgentBuilder) -> LlmAgent {
    agent.build().unwrap_or_else(|error| panic!("{error:?}"))
}
