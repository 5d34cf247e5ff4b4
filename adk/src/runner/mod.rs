//! Runs agents on sessions: finds the session, adds the message, lets the agent run,
//! stores what happens and passes it on.

mod answers;
mod blobs;
mod builder;
mod busy;
mod choose;
mod commit;
mod drive;
mod handle;
mod inner;
mod open;
mod remember;
mod repair;
mod run;
mod stop;

pub use builder::RunnerBuilder;
pub use busy::WhenBusy;
pub use handle::RunHandle;
pub use remember::Remember;
pub use run::{CreateSession, Run};

pub(crate) use inner::{PRIVATE_PREFIX, inner_run};
pub(crate) use run::final_text;

use std::sync::Arc;

use crate::content::Content;
use crate::context::Services;
use crate::error::Result;
use crate::invocation::{Agent, AgentTree};
use crate::plugin::Plugin;
use crate::session::{AppName, SessionId, SessionKey, UserId};
use busy::BusySessions;

/// Runs an agent on sessions. Cheap to clone; a clone is the same runner.
///
/// It needs a tokio runtime with its timer: tools run as tasks, under time limits.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// use adk::testing::ScriptedModel;
/// use adk::{LlmAgent, Runner};
///
/// let agent = LlmAgent::builder("greeter").model(ScriptedModel::new().text("Hello!")).build()?;
/// let runner = Runner::builder("hello_app", agent).build()?;
/// let mut run = runner.run("user-1", "session-1", "Hi");
/// while let Some(event) = run.next().await {
///     assert_eq!(event?.text(), "Hello!");
/// }
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct Runner(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    app: AppName,
    tree: Arc<AgentTree>,
    services: Services,
    plugins: Arc<[Arc<dyn Plugin>]>,
    busy: BusySessions,
    remember: Option<Remember>,
}

impl Runner {
    /// Starts building a runner of `agent` for an app. Sessions, artifacts and memory are kept in
    /// memory by default.
    pub fn builder(app: impl Into<AppName>, agent: impl Agent + 'static) -> RunnerBuilder {
        RunnerBuilder::new(app.into(), Arc::new(agent))
    }

    /// A run of the agent on a message. Nothing happens until its first event is asked for; if
    /// the run cannot start, that first item is the error.
    pub fn run(
        &self,
        user: impl Into<UserId>,
        session: impl Into<SessionId>,
        message: impl Into<Content>,
    ) -> Run {
        let key = SessionKey::new(self.0.app.clone(), user, session);
        Run::new(Arc::clone(&self.0), key, message.into())
    }

    /// Hands a session to memory as it is now, in place of what memory had of it: for a program
    /// that knows when a conversation is over. See also [`RunnerBuilder::remember`].
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
    /// use adk::testing::ScriptedModel;
    /// use adk::{LlmAgent, Runner};
    ///
    /// let agent = LlmAgent::builder("friend").model(ScriptedModel::new().text("Noted.")).build()?;
    /// let runner = Runner::builder("app", agent).build()?;
    /// runner.run("ada", "monday", "I like green tea.").text().await?;
    /// runner.remember("ada", "monday").await?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`SessionNotFound`](crate::ErrorKind::SessionNotFound),
    /// [`InvalidName`](crate::ErrorKind::InvalidName),
    /// [`SessionBusy`](crate::ErrorKind::SessionBusy) while the session has a run, unless
    /// [`when_busy`](RunnerBuilder::when_busy) lets this wait for its turn,
    /// [`Limit`](crate::ErrorKind::Limit) when it takes longer than 30 s, or a failure of a store.
    pub async fn remember(
        &self,
        user: impl Into<UserId>,
        session: impl Into<SessionId>,
    ) -> Result<()> {
        let key = SessionKey::new(self.0.app.clone(), user, session);
        drive::check_outer(&key)?;
        let _hold = self.0.busy.hold(&key).await?;
        remember::hand_over(&self.0.services, &key, remember::LIMIT).await
    }
}
