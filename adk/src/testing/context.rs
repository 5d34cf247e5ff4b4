//! A context for the unit test of a tool.

use std::fmt;
use std::future::ready;
use std::sync::Arc;

use futures_core::future::BoxFuture;

use crate::artifact::InMemoryArtifactService;
use crate::content::Json;
use crate::context::{
    Listener, Provided, ReadonlyContext, RunConfig, Scope, Services, ToolContext,
};
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
        listener: None,
    }
}

/// Makes a [`ToolContext`] for a unit test; see [`tool_context_builder`].
#[must_use]
pub struct ToolContextBuilder {
    provided: Provided,
    confirmation: Option<ToolConfirmation>,
    listener: Option<Arc<dyn Listener>>,
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

    /// Hears what the call reports.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")] async fn main() {
    /// use adk::testing;
    /// use serde_json::json;
    ///
    /// let (reports, heard) = std::sync::mpsc::channel();
    /// let ctx = testing::tool_context_builder()
    ///     .on_progress(move |report| reports.send(report.to_string()).unwrap())
    ///     .build();
    /// ctx.progress(json!({ "percent": 50 })).await;
    /// assert_eq!(heard.recv().unwrap(), r#"{"percent":50}"#);
    /// # }
    /// ```
    pub fn on_progress(mut self, heard: impl Fn(Json) + Send + Sync + 'static) -> Self {
        self.listener = Some(Arc::new(Heard(heard)));
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
        match self.listener {
            Some(listener) => ctx.heard_by(listener, 0),
            None => ctx,
        }
    }
}

impl fmt::Debug for ToolContextBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolContextBuilder")
            .field("provided", &self.provided)
            .field("confirmation", &self.confirmation)
            .finish_non_exhaustive()
    }
}

/// Calls a closure with each report.
struct Heard<F>(F);

impl<F: Fn(Json) + Send + Sync> Listener for Heard<F> {
    fn hear(&self, _: usize, report: Json) -> BoxFuture<'_, ()> {
        (self.0)(report);
        Box::pin(ready(()))
    }
}
