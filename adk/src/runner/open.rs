//! Opens a run: finds or makes the session, answers calls that an earlier run left
//! open, and adds the user's message.

use std::mem;
use std::sync::Arc;

use super::choose::choose;
use super::inner::Outer;
use super::run::{CreateSession, Order};
use super::{answers, blobs, commit, repair};
use crate::content::Content;
use crate::context::Scope;
use crate::error::{ErrorKind, Result};
use crate::event::{EventActions, StateDelta, user};
use crate::invocation::{InvocationContext, Place, Shared};
use crate::session::{GetSession, NewSession, Session};

/// Where the agents begin.
#[derive(Debug, Clone, Copy)]
pub(super) enum Next {
    /// At the agent that the message goes to.
    New(Place),
    /// At the agents whose calls the message answers.
    Answered,
    /// Nowhere: the message is stored, and no agent runs.
    Nobody,
}

pub(super) async fn open(order: Box<Order>) -> Result<(InvocationContext, Next)> {
    let session = find(&order).await?;
    let answered = answers::read(&session, &order.message)?.invocation_id;
    let unanswered = repair::open_calls(&session);
    let mut order = *order;
    let state_delta = mem::take(&mut order.state_delta);
    let message = order.message.clone();
    let ctx = context(order, session, answered);
    for open in unanswered {
        let event = ctx
            .event_of(open.author)
            .branch(open.branch)
            .content(open.answers);
        commit::store(&ctx, event.build()).await?;
    }
    let next = add_message(&ctx, message, state_delta).await?;
    Ok((ctx, next))
}

/// The context of the run: a new invocation, or the one that the message answers.
fn context(order: Order, session: Session, answered: Option<Arc<str>>) -> InvocationContext {
    let runner = order.runner;
    let new_id = || ["e-", &runner.services.platform.new_id()].concat().into();
    let id = answered.unwrap_or_else(new_id);
    let outer = order.outer.unwrap_or_else(|| Outer::none(&order.key));
    let shared = Arc::new(Shared::new(Arc::clone(&runner.plugins), outer.spent));
    let services = runner.services.clone();
    let scope = Scope::new(session, id, order.cancellation, order.config, services)
        .about(order.message)
        .with_artifacts_of(outer.artifact_key)
        .keeping(Arc::clone(&shared));
    InvocationContext::new(Arc::new(scope), shared, Arc::clone(&runner.tree))
}

/// Stores the user's message as the hooks leave it, and says where the agents begin.
async fn add_message(
    ctx: &InvocationContext,
    message: Content,
    state_delta: StateDelta,
) -> Result<Next> {
    let callback = ctx.callback();
    let given = EventActions::new().with_state_delta(state_delta);
    callback.changes().merge(given);
    let replaced = ctx.chain().on_user_message(&callback, &message).await?;
    let message = replaced.unwrap_or(message);
    let next = expect(ctx, &message)?;
    let message = blobs::saved(ctx, &callback, message).await?;
    let actions = callback.take_actions();
    let event = ctx.event_of(user()).branch(None).actions(actions);
    commit::store(ctx, event.content(message).build()).await?;
    Ok(next)
}

/// Keeps the answers in the message for the agents that wait for them.
fn expect(ctx: &InvocationContext, message: &Content) -> Result<Next> {
    let session = ctx.scope().session();
    let mut reply = answers::read(&session, message)?;
    reply.find_askers(ctx.tree())?;
    if reply.answers.is_empty() {
        let chosen = choose(ctx.tree(), &session, message);
        return Ok(chosen.map_or(Next::Nobody, Next::New));
    }
    ctx.shared().hear(reply.answers, reply.left);
    Ok(Next::Answered)
}

async fn find(order: &Order) -> Result<Session> {
    let sessions = &order.runner.services.sessions;
    let found = sessions.get(&order.key, GetSession::all()).await;
    let is = |session: &Result<Session>, kind| {
        let error = session.as_ref().err();
        error.is_some_and(|error| error.kind() == kind)
    };
    if order.create_session == CreateSession::Never || !is(&found, ErrorKind::SessionNotFound) {
        return found;
    }
    let created = sessions.create(NewSession::new(order.key.clone())).await;
    if is(&created, ErrorKind::DuplicateName) {
        // Another process was quicker.
        return sessions.get(&order.key, GetSession::all()).await;
    }
    created
}
