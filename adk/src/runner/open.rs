//! Opens a run: finds or makes the session, answers calls that an earlier run left
//! open, and adds the user's message.

use std::collections::HashSet;
use std::sync::Arc;

use super::commit;
use super::run::{CreateSession, Order};
use crate::content::{Content, FunctionCall, FunctionResponse, Part, Role};
use crate::context::Scope;
use crate::error::{ErrorKind, Result};
use crate::event::{Event, USER};
use crate::invocation::InvocationContext;
use crate::plugin::Chain;
use crate::session::{GetSession, NewSession, Session};

pub(super) async fn open(order: Box<Order>) -> Result<InvocationContext> {
    let session = find(&order).await?;
    let cancelled = unanswered(&session);
    let runner = order.runner;
    let id = ["e-", &runner.services.platform.new_id()].concat();
    let scope = Scope::new(
        session,
        id.into(),
        Some(order.message.clone()),
        order.config,
        runner.services.clone(),
    );
    let chain = Chain::new(Arc::clone(&runner.plugins));
    let ctx = InvocationContext::new(Arc::new(scope), runner.agent.name().into(), chain);
    for open in cancelled {
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
    let actions = callback.take_actions();
    let actions = actions.with_state_delta(order.state_delta);
    let message = ctx.event_of(USER.into()).branch(None).actions(actions);
    let message = message.content(replaced.unwrap_or(order.message));
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

/// Calls that a dropped or failed run never answered.
struct Open {
    author: Arc<str>,
    branch: Option<Arc<str>>,
    answers: Content,
}

/// The open calls of the last run, oldest first. Calls whose answer comes later are left.
fn unanswered(session: &Session) -> Vec<Open> {
    let mut answered = HashSet::new();
    let mut open = Vec::new();
    for event in session.events().rev() {
        let Some(content) = event.content() else {
            continue;
        };
        answered.extend(
            content
                .function_responses()
                .filter_map(FunctionResponse::id),
        );
        let missing: Vec<Part> = content
            .function_calls()
            .filter(|call| is_missing(call, event, &answered))
            .map(|call| Part::from_function_response(FunctionResponse::cancelled(call)))
            .collect();
        if !missing.is_empty() {
            open.push(Open {
                author: event.author().into(),
                branch: event.branch().map(Arc::from),
                answers: Content::new(Role::User, missing),
            });
        }
        if event.author() == USER && content.function_responses().next().is_none() {
            break;
        }
    }
    open.reverse();
    open
}

fn is_missing(call: &FunctionCall, event: &Event, answered: &HashSet<&str>) -> bool {
    let Some(id) = call.id() else {
        return false;
    };
    event.author() != USER
        && !answered.contains(id)
        && !event.long_running_tool_ids().any(|later| later == id)
}
