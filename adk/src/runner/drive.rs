//! The course of a run: open, hooks, agent, hooks; every event committed before it is
//! passed on. All of it ends where the run is stopped.

use std::pin::pin;

use futures_util::StreamExt as _;

use super::open::Next;
use super::run::Order;
use super::{commit, open, stop};
use crate::content::Content;
use crate::context::CallbackContext;
use crate::emit::{Emitter, try_stream};
use crate::error::{Error, ErrorKind, Result};
use crate::event::Event;
use crate::invocation::{EventStream, InvocationContext, ROOT, invoke_at, run_at};
use crate::panic::guarded;
use crate::session::SessionKey;
use crate::telemetry;

pub(super) fn drive(order: Box<Order>) -> EventStream {
    let span = telemetry::invocation(order.key.app().as_str(), order.key.session().as_str());
    let events = try_stream(|mut out| async move {
        let token = order.cancellation.clone();
        let _cancel = token.clone().drop_guard();
        let limit = order.config.timeout;
        // Pinned here: it is large, and each that is handed a future keeps room for it.
        let course = pin!(course(order, &mut out));
        let course = stop::unless(&token, limit, course);
        // What no guard further in has named: a model, a store, an agent of the application's own.
        guarded(|| "the run panicked".to_owned(), course).await
    });
    telemetry::in_span(events, span)
}

async fn course(order: Box<Order>, out: &mut Emitter<Event>) -> Result<()> {
    check(&order)?;
    let _hold = order.runner.busy.hold(&order.key).await?;
    let remember = order.runner.remember.clone();
    let (ctx, next) = open::open(order).await?;
    let callback = ctx.callback();
    let ran = run(&ctx, next, &callback, out).await;
    stop::check(ctx.cancellation())?;
    let told = ctx.chain().after_run(&callback).await;
    let said = say(&ctx, &callback, None, out).await;
    if let Some(policy) = remember {
        let scope = ctx.scope();
        policy.after(&scope.services, &scope.key).await;
    }
    ran.and(told).and(said)
}

/// Refuses a run on the session of an agent tool, unless the tool itself starts it.
fn check(order: &Order) -> Result<()> {
    match &order.outer {
        Some(_) => order.key.check(),
        None => check_outer(&order.key),
    }
}

/// Refuses names that no session has, and the session of an agent tool.
pub(super) fn check_outer(key: &SessionKey) -> Result<()> {
    key.check()?;
    if key.is_inner() {
        let text = format!(
            "session `{}` belongs to an agent tool: run on the session that the tool was called in",
            key.session()
        );
        return Err(Error::new(ErrorKind::InvalidName, text));
    }
    Ok(())
}

async fn run(
    ctx: &InvocationContext,
    next: Next,
    callback: &CallbackContext,
    out: &mut Emitter<Event>,
) -> Result<()> {
    let answer = ctx.chain().before_run(callback).await?;
    let skip = answer.is_some();
    say(ctx, callback, answer, out).await?;
    if skip {
        return Ok(());
    }
    let mut events = match next {
        Next::New(place) => run_at(ctx, place),
        Next::Answered => invoke_at(ctx, ROOT),
        Next::Nobody => return Ok(()),
    };
    while let Some(event) = events.next().await {
        out.emit(commit::commit(ctx, callback, event?).await?).await;
    }
    Ok(())
}

/// Commits and passes on what a hook of the runner said or changed, if it did.
async fn say(
    ctx: &InvocationContext,
    callback: &CallbackContext,
    answer: Option<Content>,
    out: &mut Emitter<Event>,
) -> Result<()> {
    if let Some(event) = ctx.hook_event(callback, answer) {
        out.emit(commit::store(ctx, event).await?).await;
    }
    Ok(())
}
