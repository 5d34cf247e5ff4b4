//! A run inside a tool call: of an agent behind a tool, on a session of its own in the store
//! of the run around it, within that run's limits and under its plugins.

use std::sync::Arc;

use super::run::Order;
use super::{CreateSession, Inner, drive};
use crate::content::Content;
use crate::context::ToolContext;
use crate::event::StateDelta;
use crate::invocation::{AgentTree, EventStream, Shared, Spent};
use crate::session::{SessionKey, StateScope};

/// What a run takes from the one around it.
#[derive(Debug)]
pub(super) struct Outer {
    pub(super) spent: Arc<Spent>,
    pub(super) artifact_key: SessionKey,
    /// What the state of a new session begins with.
    pub(super) state: Vec<(String, serde_json::Value)>,
}

impl Outer {
    /// Of a run that has none around it.
    pub(super) fn none(key: &SessionKey) -> Self {
        Self {
            spent: Arc::default(),
            artifact_key: key.clone(),
            state: Vec::new(),
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
    let scope = &ctx.callback.readonly.scope;
    let shared = scope.kept::<Shared>();
    let key = scope.key.inner(id);
    let runner = Inner {
        app: key.app().clone(),
        tree: Arc::clone(tree),
        services: scope.services.clone(),
        plugins: Arc::clone(&shared.plugins),
        busy: super::busy::BusySessions::default(),
    };
    drive::drive(Box::new(Order {
        runner: Arc::new(runner),
        key,
        message,
        config: scope.run_config.clone(),
        state_delta: StateDelta::new(),
        create_session: CreateSession::IfMissing,
        cancellation: ctx.cancellation().child_token(),
        outer: Some(Outer {
            spent: Arc::clone(&shared.spent),
            artifact_key: scope.artifact_key.clone(),
            state: inherited(ctx),
        }),
    }))
}

/// The session's own state; what is shared among sessions, the store has.
fn inherited(ctx: &ToolContext) -> Vec<(String, serde_json::Value)> {
    let session = ctx.callback.readonly.scope.session();
    let own = session
        .state_entries()
        .filter(|(key, _)| StateScope::of(key) == StateScope::Session && !key.starts_with(HIDDEN));
    own.map(|(key, value)| (key.to_owned(), value.clone()))
        .collect()
}

/// How a key begins whose value is of one session only, in ADK's words.
pub(crate) const HIDDEN: &str = "_adk";
