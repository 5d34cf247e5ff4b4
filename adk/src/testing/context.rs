//! A context for the unit test of a tool.

use std::fmt;
use std::future::ready;
use std::sync::Arc;

use futures_core::future::BoxFuture;
use serde_json::Value;

use crate::artifact::InMemoryArtifactService;
use crate::content::Json;
use crate::context::{
    CallAnswer, CancellationToken, Listener, Provided, ReadonlyContext, RunConfig, Scope, Services,
    ToolContext,
};
use crate::event::{StateDelta, ToolConfirmation};
use crate::memory::InMemoryMemoryService;
use crate::platform::{Platform, SystemPlatform};
use crate::session::{InMemorySessionService, Session, SessionKey, UserId};

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
        user: "user".into(),
        state: StateDelta::new(),
        confirmation: None,
        listener: None,
    }
}

/// Makes a [`ToolContext`] for a unit test; see [`tool_context_builder`].
#[must_use]
pub struct ToolContextBuilder {
    provided: Provided,
    user: UserId,
    state: StateDelta,
    confirmation: Option<ToolConfirmation>,
    listener: Option<Arc<dyn Listener>>,
}

impl ToolContextBuilder {
    /// The user that asks, in place of `user`.
    ///
    /// ```
    /// let ctx = adk::testing::tool_context_builder().user("admin").build();
    /// assert_eq!(ctx.user_id(), "admin");
    /// ```
    pub fn user(mut self, user: impl Into<UserId>) -> Self {
        self.user = user.into();
        self
    }

    /// A value of the session's state, under a key with its prefix, such as `user:name`.
    ///
    /// ```
    /// let ctx = adk::testing::tool_context_builder().state("user:name", "Ada").build();
    /// assert_eq!(ctx.state().get("user:name").unwrap(), "Ada");
    /// assert!(ctx.actions().state_delta().is_empty());
    /// ```
    pub fn state(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.state.set(key, value);
        self
    }

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
        let (answer, listener) = (self.confirmation.clone(), self.listener.clone());
        let answer = answer.map(|answer| Arc::new(CallAnswer::Confirmation(answer)));
        let listener = listener.map(|listener| (listener, 0));
        ToolContext::new(self.readonly(), "call-1".into(), answer, listener)
    }

    /// The context that a toolset is given, or an instruction.
    ///
    /// ```
    /// let ctx = adk::testing::tool_context_builder().user("admin").readonly();
    /// assert_eq!(ctx.user_id(), "admin");
    /// ```
    #[must_use]
    pub fn readonly(self) -> ReadonlyContext {
        let services = Services {
            sessions: Arc::new(InMemorySessionService::new()),
            artifacts: Arc::new(InMemoryArtifactService::new()),
            memory: Arc::new(InMemoryMemoryService::new()),
            platform: Arc::new(SystemPlatform::default()),
            provided: self.provided,
        };
        let key = SessionKey::new("app", self.user, "session");
        let state = self.state.iter();
        let state = state.map(|(key, value)| (key.to_owned(), value.clone()));
        let session = Session::new(key, state, [], 0, SystemPlatform.now());
        let (id, token) = (Arc::from("e-test"), CancellationToken::new());
        let scope = Scope::new(session, id, token, RunConfig::new(), services);
        ReadonlyContext {
            scope: Arc::new(scope),
            agent: Arc::from("agent"),
            branch: None,
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
