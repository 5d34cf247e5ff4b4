//! Opens a run: finds or makes the session, answers calls that an earlier run left
//! open, and adds the user's message.

use std::sync::Arc;

use super::run::{CreateSession, Order};
use super::{answers, blobs, commit, repair};
use crate::context::Scope;
use crate::error::{ErrorKind, Result};
use crate::event::USER;
use crate::invocation::InvocationContext;
use crate::plugin::Chain;
use crate::session::{GetSession, NewSession, Session};

pub(super) async fn open(order: Box<Order>) -> Result<InvocationContext> {
    let session = find(&order).await?;
    answers::check(&session, &order.message)?;
    let open = repair::open_calls(&session);
    let runner = order.runner;
    let id = ["e-", &runner.services.platform.new_id()].concat();
    let scope = Scope::new(
        session,
        id.into(),
        Some(order.message.clone()),
        order.config,
        runner.services.clone(),
    );
    let scope = scope.cancelled_by(order.cancellation);
    let chain = Chain::new(Arc::clone(&runner.plugins));
    let ctx = InvocationContext::new(Arc::new(scope), runner.agent.name().into(), chain);
    for open in open {
        let event = ctx
            .event_of(open.author)
            .branch(open.branch)
            .content(open.answers);
        commit::store(&ctx, event.build()).await?;
    }
    let callback = ctx.callback();
    let replaced = ctx
        .chain()
        .on_user_message(&callback, &order.message)
        .await?;
    let said = replaced.unwrap_or(order.message);
    let said = blobs::saved(&ctx, &callback, said).await?;
    let actions = callback.take_actions();
    let actions = actions.with_state_delta(order.state_delta);
    let message = ctx.event_of(USER.into()).branch(None).actions(actions);
    let message = message.content(said);
    commit::store(&ctx, message.build()).await?;
    Ok(ctx)
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
