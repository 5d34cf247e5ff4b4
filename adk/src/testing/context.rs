//! A context for the unit test of a tool.

use std::sync::Arc;

use crate::artifact::InMemoryArtifactService;
use crate::context::{Provided, ReadonlyContext, RunConfig, Scope, Services, ToolContext};
use crate::event::ToolConfirmation;
use crate::memory::InMemoryMemoryService;
use crate::platform::{Platform, SystemPlatform};
use crate::session::{InMemorySessionService, Session, SessionKey};

/// A context as a tool gets it in a run: user `user` in session `session` of app `app`,
/// agent `agent`, call `call-1`, empty services in memory.
///
/// ```
/// let ctx = adk::testing::tool_context();
/// ctx.state().set("city", "Paris");
/// assert_eq!(ctx.state().get("city").unwrap(), "Paris");
/// ```
#[must_use]
pub fn tool_context() -> ToolContext {
    tool_context_builder().build()
}

/// Starts a context with values as the application gives them.
///
/// ```
/// let ctx = adk::testing::tool_context_builder().provide(3_u8).build();
/// assert_eq!(ctx.provided::<u8>().as_deref(), Some(&3));
/// ```
pub fn tool_context_builder() -> ToolContextBuilder {
    ToolContextBuilder {
        provided: Provided::default(),
        confirmation: None,
    }
}

/// Makes a [`ToolContext`] for a unit test; see [`tool_context_builder`].
#[derive(Debug)]
#[must_use]
pub struct ToolContextBuilder {
    provided: Provided,
    confirmation: Option<ToolConfirmation>,
}

impl ToolContextBuilder {
    /// A value for a tool that takes an [`App<T>`](crate::App).
    pub fn provide<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.provided.add(value);
        self
    }

    /// What a person answered about the call.
    ///
    /// ```
    /// use adk::event::ToolConfirmation;
    ///
    /// let ctx = adk::testing::tool_context_builder().confirmation(ToolConfirmation::approved());
    /// assert!(ctx.build().tool_confirmation().unwrap().is_confirmed());
    /// ```
    pub fn confirmation(mut self, answer: ToolConfirmation) -> Self {
        self.confirmation = Some(answer);
        self
    }

    /// The context.
    #[must_use]
    pub fn build(self) -> ToolContext {
        let services = Services {
            sessions: Arc::new(InMemorySessionService::new()),
            artifacts: Arc::new(InMemoryArtifactService::new()),
            memory: Arc::new(InMemoryMemoryService::new()),
            platform: Arc::new(SystemPlatform::default()),
            provided: self.provided,
        };
        let key = SessionKey::new("app", "user", "session");
        let session = Session::new(key, [], [], 0, SystemPlatform.now());
        let id = Arc::from("e-test");
        let scope = Scope::new(session, id, None, RunConfig::new(), services);
        let readonly = ReadonlyContext {
            scope: Arc::new(scope),
            agent: Arc::from("agent"),
            branch: None,
        };
        let mut ctx = ToolContext::new(readonly, Arc::from("call-1"));
        ctx.confirmation = self.confirmation.map(Arc::new);
        ctx
    }
}
