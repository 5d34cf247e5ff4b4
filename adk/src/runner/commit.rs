//! Commits an event: hooks, the store, the live session. Only here is a session written.

use jiff::Timestamp;

use super::stop;
use crate::context::CallbackContext;
use crate::error::Result;
use crate::event::Event;
use crate::invocation::InvocationContext;

/// The event as the hooks left it, stored unless it is partial. What hooks write at a
/// partial event waits for the next whole one, since only that is stored.
pub(super) async fn commit(
    ctx: &InvocationContext,
    callback: &CallbackContext,
    event: Event,
) -> Result<Event> {
    let event = complete(ctx, event);
    let event = match ctx.chain().on_event(callback, &event).await? {
        Some(other) => complete(ctx, in_place_of(&event, other)),
        None => event,
    };
    if event.is_partial() {
        return Ok(event);
    }
    let written = callback.take_actions();
    let event = if written.is_none() {
        event
    } else {
        let mut actions = event.actions().clone();
        actions.merge(written);
        event.to_builder().actions(actions).build()
    };
    store(ctx, event).await
}

/// What a hook puts there is a piece where the event was one, and whole where it was: pieces
/// are not stored, and what is stored is what the flow goes on from.
fn in_place_of(event: &Event, other: Event) -> Event {
    if other.is_partial() == event.is_partial() {
        return other;
    }
    let response = other.response().clone();
    let response = if event.is_partial() {
        response.into_partial()
    } else {
        response.into_whole()
    };
    other.to_builder().response(response).build()
}

/// Stores an event and takes it up in the live session. A run that was cancelled stores
/// nothing, though it has not met an await point since.
pub(super) async fn store(ctx: &InvocationContext, event: Event) -> Result<Event> {
    let scope = ctx.scope();
    stop::check(&scope.cancellation)?;
    let expected = scope.session().revision();
    let append = scope.services.sessions.append(&scope.key, expected, &event);
    let revision = append.await?;
    scope.apply(event.clone(), revision);
    ctx.shared().waits.note(&event);
    Ok(event)
}

/// Adds what a custom agent or a hook left out of its event.
fn complete(ctx: &InvocationContext, event: Event) -> Event {
    let has_id = !event.id().is_empty();
    let has_time = event.timestamp() != Timestamp::UNIX_EPOCH;
    let has_run = !event.invocation_id().is_empty();
    if has_id && has_time && has_run {
        return event;
    }
    let platform = &ctx.scope().services.platform;
    let mut builder = event.to_builder();
    if !has_id {
        builder = builder.id(platform.new_id());
    }
    if !has_time {
        builder = builder.timestamp(platform.now());
    }
    if !has_run {
        builder = builder.invocation_id(ctx.invocation_id());
    }
    builder.build()
}
