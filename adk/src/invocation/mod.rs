//! One run, as the agents in it see it: [`InvocationContext`], and the trait [`Agent`].

mod agent;

pub use agent::{Agent, EventStream};

pub(crate) use agent::invoke;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use tokio_util::sync::CancellationToken;

use crate::content::Content;
use crate::context::{CallbackContext, ReadonlyContext, RunConfig, Scope, shared_accessors};
use crate::error::{Error, ErrorKind, Result};
use crate::event::{Event, EventBuilder};
use crate::plugin::{Callbacks, Chain};
use crate::session::Session;

/// What an agent runs in: who asks, the session as it is now, and the run's settings.
///
/// A clone is the same run.
#[derive(Clone)]
pub struct InvocationContext {
    readonly: ReadonlyContext,
    chain: Chain,
    progress: Arc<Progress>,
}

/// What the run has done so far.
#[derive(Debug, Default)]
struct Progress {
    model_calls: AtomicU32,
    ended: AtomicBool,
}

impl InvocationContext {
    shared_accessors!();

    fn base(&self) -> &ReadonlyContext {
        &self.readonly
    }

    pub(crate) fn new(scope: Arc<Scope>, agent: Arc<str>, chain: Chain) -> Self {
        Self {
            readonly: ReadonlyContext {
                scope,
                agent,
                branch: None,
            },
            chain,
            progress: Arc::default(),
        }
    }

    /// The same run as another agent sees it.
    pub(crate) fn for_agent(&self, name: &str, callbacks: Option<Arc<Callbacks>>) -> Self {
        let mut ctx = self.clone();
        if *ctx.readonly.agent != *name {
            ctx.readonly.agent = name.into();
        }
        ctx.chain = self.chain.for_agent(callbacks);
        ctx
    }

    /// The session with all events so far; a copy that shares them.
    #[must_use]
    pub fn session(&self) -> Session {
        self.readonly.scope.session().clone()
    }

    /// The settings of the run.
    pub fn run_config(&self) -> &RunConfig {
        &self.readonly.scope.run_config
    }

    /// Is cancelled when the run is; cancelling it ends the run.
    #[must_use]
    pub fn cancellation(&self) -> &CancellationToken {
        &self.readonly.scope.cancellation
    }

    /// Ends the run: no agent starts another step.
    pub fn end_invocation(&self) {
        self.progress.ended.store(true, Ordering::Relaxed);
    }

    /// Whether the run was ended.
    #[must_use]
    pub fn ended(&self) -> bool {
        self.progress.ended.load(Ordering::Relaxed)
    }

    /// The read-only context, as instructions get it.
    #[must_use]
    pub fn readonly(&self) -> &ReadonlyContext {
        &self.readonly
    }

    /// Starts an event of the running agent, with its id, time, run and branch.
    pub fn event(&self) -> EventBuilder {
        self.event_of(Arc::clone(&self.readonly.agent))
    }

    pub(crate) fn event_of(&self, author: Arc<str>) -> EventBuilder {
        let scope = &self.readonly.scope;
        Event::builder(author)
            .id(scope.services.platform.new_id())
            .timestamp(scope.services.platform.now())
            .invocation_id(Arc::clone(&scope.invocation_id))
            .branch(self.readonly.branch.clone())
    }

    /// The event of what a hook said or changed; none when it did neither.
    pub(crate) fn hook_event(
        &self,
        hook: &CallbackContext,
        answer: Option<Content>,
    ) -> Option<Event> {
        let actions = hook.take_actions();
        if answer.is_none() && actions.is_none() {
            return None;
        }
        let event = self.event().actions(actions);
        let event = match answer {
            Some(content) => event.content(content),
            None => event,
        };
        Some(event.build())
    }

    pub(crate) fn scope(&self) -> &Arc<Scope> {
        &self.readonly.scope
    }

    pub(crate) fn chain(&self) -> &Chain {
        &self.chain
    }

    pub(crate) fn callback(&self) -> CallbackContext {
        CallbackContext::new(self.readonly.clone())
    }

    /// Counts a model call.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when the run has made all that it may.
    pub(crate) fn count_model_call(&self) -> Result<()> {
        let limit = self.run_config().max_model_calls;
        if self.progress.model_calls.fetch_add(1, Ordering::Relaxed) < limit {
            return Ok(());
        }
        Err(Error::new(
            ErrorKind::Limit,
            format!(
                "the run reached its limit of {limit} model calls; raise it with \
                 `RunConfig::max_model_calls`, or find out why the agent never answers"
            ),
        ))
    }
}

impl fmt::Debug for InvocationContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InvocationContext")
            .field("readonly", &self.readonly)
            .field("progress", &self.progress)
            .finish_non_exhaustive()
    }
}
