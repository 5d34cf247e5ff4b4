//! A run inside the call of an agent tool: on a session of its own in the store of the outer run,
//! within that run's limits and under its plugins.

use std::sync::Arc;

use super::run::Order;
use super::{CreateSession, Inner, drive};
use crate::content::Content;
use crate::context::ToolContext;
use crate::event::StateDelta;
use crate::invocation::{AgentTree, EventStream, Shared, Spent};
use crate::session::{SessionKey, StateScope};

/// What an inner run takes from the outer one.
#[derive(Debug)]
pub(super) struct Outer {
    pub(super) spent: Arc<Spent>,
    pub(super) artifact_key: SessionKey,
}

impl Outer {
    /// For a run that is in no other.
    pub(super) fn none(key: &SessionKey) -> Self {
        Self {
            spent: Arc::default(),
            artifact_key: key.clone(),
        }
    }
}

/// The events of a run of `tree` on the inner session `id` of the call, which is made unless
/// it is there.
pub(crate) fn inner_run(
    ctx: &ToolContext,
    tree: &Arc<AgentTree>,
    id: &str,
    message: Content,
) -> EventStream {
    let scope = &ctx.base().scope;
    let shared = scope.kept::<Shared>();
    let key = scope.key.inner(id);
    let runner = Inner {
        app: key.app().clone(),
        tree: Arc::clone(tree),
        services: scope.services.clone(),
        plugins: Arc::clone(&shared.plugins),
        busy: super::busy::BusySessions::default(),
        remember: None,
    };
    drive::drive(Box::new(Order {
        runner: Arc::new(runner),
        key,
        message,
        config: scope.run_config.clone(),
        state_delta: inherited(ctx),
        create_session: CreateSession::IfMissing,
        cancellation: ctx.cancellation().child_token(),
        outer: Some(Outer {
            spent: Arc::clone(&shared.spent),
            artifact_key: scope.artifact_key.clone(),
        }),
    }))
}

/// The state as the call sees it; of what is shared among sessions, the store has the rest.
fn inherited(ctx: &ToolContext) -> StateDelta {
    let session = ctx.base().scope.session();
    let is_own = |key: &str| matches!(StateScope::of(key), StateScope::Session | StateScope::Temp);
    let own = session.state_entries().filter(|(key, _)| is_own(key));
    let actions = ctx.changes();
    let mut state = StateDelta::new();
    for (key, value) in own.chain(actions.state_delta().iter()) {
        if !key.starts_with(PRIVATE_PREFIX) {
            state.set(key, value.clone());
        }
    }
    state
}

/// The prefix of state keys that stay in one session; ADK's.
pub(crate) const PRIVATE_PREFIX: &str = "_adk";
