//! The turn of an agent: what it does, within its hooks, and then the turns of the agents that the
//! conversation is handed over to.
//!
//! A hand-over is a loop, not a call: however often agents hand over, the stack stays flat. An
//! agent's after-hooks wait until the agents after it are done, as if it had called them.

use futures_util::StreamExt as _;
use tracing::{Instrument as _, Span};

use super::{Agent, Emitter, EventStream, InvocationContext, Place};
use crate::context::CallbackContext;
use crate::emit::try_stream;
use crate::error::Result;
use crate::telemetry;

/// Runs the agent at `place` from its beginning, within its hooks.
pub(crate) fn run_at(ctx: &InvocationContext, place: Place) -> EventStream {
    let turn = Turn::at(ctx, place);
    if turn.ctx.chain.is_empty() && !turn.may_hand_over() {
        return turn.events();
    }
    try_stream(|mut out| async move { run(turn, &mut out).await })
}

async fn run(first: Turn, out: &mut Emitter) -> Result<()> {
    let mut next = Some(first);
    let mut over = Vec::new();
    while let Some(turn) = next.take() {
        let span = turn.span.clone();
        if let Some(hooks) = turn.begin(out).instrument(span).await? {
            next = turn.act(out).await?;
            over.push((turn, hooks));
        }
    }
    for (turn, hooks) in over.into_iter().rev() {
        let span = turn.span.clone();
        turn.end(&hooks, out).instrument(span).await?;
    }
    Ok(())
}

/// One agent's part in a run.
struct Turn {
    ctx: InvocationContext,
    span: Span,
}

impl Turn {
    fn at(ctx: &InvocationContext, place: Place) -> Self {
        let ctx = ctx.at(place);
        Self {
            span: telemetry::invoke_agent(ctx.agent_name(), ctx.session_id()),
            ctx,
        }
    }

    fn may_hand_over(&self) -> bool {
        let is_alone = self.ctx.tree.agents().nth(1).is_none();
        !is_alone && self.ctx.tree.policy(self.ctx.place).is_some()
    }

    fn events(&self) -> EventStream {
        if self.ctx.tree.policy(self.ctx.place).is_none() {
            // What no model asked is read by its agent, in the user's message.
            drop(self.ctx.take_answers());
        }
        let events = self.ctx.agent().run(self.ctx.clone());
        telemetry::in_span(events, self.span.clone())
    }

    /// Asks the before-hooks. Gives back the context of the after-hooks, if the agent runs.
    async fn begin(&self, out: &mut Emitter) -> Result<Option<CallbackContext>> {
        let hooks = self.ctx.callback();
        let answer = self.ctx.chain().before_agent(&hooks).await?;
        let skips = answer.is_some();
        if let Some(event) = self.ctx.hook_event(&hooks, answer) {
            out.emit(event).await;
        }
        Ok((!skips && !self.ctx.ended()).then_some(hooks))
    }

    /// Runs the agent. Gives back the turn of the agent that it hands over to.
    async fn act(&self, out: &mut Emitter) -> Result<Option<Self>> {
        let mut next = None;
        let mut events = self.events();
        while let Some(event) = events.next().await {
            let event = event?;
            if event.author() == self.ctx.agent_name()
                && let Some(agent) = event.actions().transfer_to_agent()
            {
                next = self.ctx.tree.find(agent);
            }
            out.emit(event).await;
        }
        let may = |place: &Place| self.may_hand_over() && *place != self.ctx.place;
        Ok(next.filter(may).map(|place| Self::at(&self.ctx, place)))
    }

    async fn end(&self, hooks: &CallbackContext, out: &mut Emitter) -> Result<()> {
        let answer = self.ctx.chain().after_agent(hooks).await?;
        if let Some(event) = self.ctx.hook_event(hooks, answer) {
            out.emit(event).await;
        }
        Ok(())
    }
}
