//! The trait [`Agent`]. Authors write `run`; callers go through `invoke`, so that the
//! hooks around an agent cannot be skipped.

use std::fmt;
use std::sync::Arc;

use futures_core::stream::BoxStream;
use futures_util::StreamExt as _;

use super::InvocationContext;
use crate::emit::{Emitter, try_stream};
use crate::error::Result;
use crate::event::Event;
use crate::plugin::Callbacks;
use crate::telemetry;
use crate::tool::Tool;

/// The events of a run as they come; dropping it ends the run.
pub type EventStream = BoxStream<'static, Result<Event>>;

/// An agent: it has a name, and runs.
///
/// ```
/// use adk::{Agent, Content, EventStream, InvocationContext};
/// use futures::{StreamExt, stream};
///
/// #[derive(Debug)]
/// struct Echo;
///
/// impl Agent for Echo {
///     fn name(&self) -> &str {
///         "echo"
///     }
///
///     fn description(&self) -> &str {
///         "Says what the user said."
///     }
///
///     fn run(&self, ctx: InvocationContext) -> EventStream {
///         let said = ctx.user_content().map(Content::text).unwrap_or_default();
///         stream::iter([Ok(ctx.event().content(Content::model(said)).build())]).boxed()
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an agent",
    note = "an agent is what `x::agent()?` of an `#[agent]` fn `x` returns, or an `adk::LlmAgent`"
)]
pub trait Agent: fmt::Debug + Send + Sync {
    /// The agent's name: an identifier, unique among the agents of a run.
    fn name(&self) -> &str;

    /// What the agent is for.
    fn description(&self) -> &str;

    /// The hooks around this agent, asked after the runner's plugins.
    fn callbacks(&self) -> Option<Arc<Callbacks>> {
        None
    }

    /// The tools that the agent may call, as far as they are known before a run.
    fn tools(&self) -> &[Arc<dyn Tool>] {
        &[]
    }

    /// Runs the agent. The stream is pulled: the agent goes on when its last event was
    /// stored and the reader wants the next.
    fn run(&self, ctx: InvocationContext) -> EventStream;
}

impl<T: Agent + ?Sized> Agent for Arc<T> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn description(&self) -> &str {
        (**self).description()
    }

    fn callbacks(&self) -> Option<Arc<Callbacks>> {
        (**self).callbacks()
    }

    fn tools(&self) -> &[Arc<dyn Tool>] {
        (**self).tools()
    }

    fn run(&self, ctx: InvocationContext) -> EventStream {
        (**self).run(ctx)
    }
}

/// Runs `agent` within its hooks.
pub(crate) fn invoke(agent: &Arc<dyn Agent>, ctx: &InvocationContext) -> EventStream {
    let ctx = ctx.for_agent(agent.name(), agent.callbacks());
    let span = telemetry::invoke_agent(agent.name(), ctx.session_id());
    let events = if ctx.chain().is_empty() {
        agent.run(ctx)
    } else {
        let agent = Arc::clone(agent);
        try_stream(|mut out| async move { hooked(&*agent, ctx, &mut out).await })
    };
    telemetry::in_span(events, span)
}

async fn hooked(agent: &dyn Agent, ctx: InvocationContext, out: &mut Emitter<Event>) -> Result<()> {
    let callback = ctx.callback();
    let answer = ctx.chain().before_agent(&callback).await?;
    let skip = answer.is_some();
    if let Some(event) = ctx.hook_event(&callback, answer) {
        out.emit(event).await;
    }
    if skip || ctx.ended() {
        return Ok(());
    }
    let mut events = agent.run(ctx.clone());
    while let Some(event) = events.next().await {
        out.emit(event?).await;
    }
    let answer = ctx.chain().after_agent(&callback).await?;
    if let Some(event) = ctx.hook_event(&callback, answer) {
        out.emit(event).await;
    }
    Ok(())
}
