//! The trait [`Agent`]. Authors write `run`; callers go through `invoke`, so that nobody skips the
//! hooks around an agent, and a run that brings an answer goes on where the agent stopped.

use std::fmt;
use std::sync::Arc;

use futures_core::stream::BoxStream;
use futures_util::{StreamExt as _, stream};

use super::{AgentTree, InvocationContext, Place, ROOT, TransferPolicy, run_at};
use crate::content::{Json, Schema};
use crate::emit::try_stream;
use crate::error::Result;
use crate::event::Event;
use crate::graph::{AgentKind, Graph};
use crate::instruction::Instruction;
use crate::plugin::Callbacks;
use crate::tool::{Tool, ToolError};

/// Hands out the events of an agent: `emit(event).await` one event, `forward(stream).await?` all
/// events of a stream, such as that of [`run_agent`](InvocationContext::run_agent). Each is stored,
/// and seen by the reader, before the agent goes on.
///
/// An agent that owns its emitter, as a [`CustomAgent`](crate::CustomAgent) does, may give it to a
/// task that it spawns, and has to wait for that: the stream ends with the agent's own function,
/// and what is emitted later is dropped.
///
/// ```
/// use adk::{Content, Emitter, InvocationContext};
///
/// async fn greet_and_go_on(ctx: InvocationContext, mut out: Emitter) -> adk::Result<()> {
///     out.emit(ctx.event().content(Content::model("Welcome!")).build()).await;
///     for agent in ctx.agent().sub_agents() {
///         out.forward(ctx.run_agent(agent)).await?;
///     }
///     Ok(())
/// }
/// # let _ = adk::CustomAgent::builder("host", greet_and_go_on);
/// ```
pub type Emitter = crate::emit::Emitter<Event>;

/// The events of a run as they come; dropping it ends the run.
pub type EventStream = BoxStream<'static, Result<Event>>;

/// An agent: it has a name, and runs. For agents of a kind of your own; a
/// [`CustomAgent`](crate::CustomAgent) needs only a closure.
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

    /// What the agent is for; models that may hand over to it or call it are told.
    fn description(&self) -> &str;

    /// What leads the agent.
    fn kind(&self) -> AgentKind {
        AgentKind::Custom
    }

    /// The hooks around this agent, asked after the runner's plugins.
    fn callbacks(&self) -> Option<Arc<Callbacks>> {
        None
    }

    /// The tools that the agent may call, as far as they are known before a run.
    fn tools(&self) -> &[Arc<dyn Tool>] {
        &[]
    }

    /// The agents below this one, which it runs or hands the conversation over to.
    fn sub_agents(&self) -> &[Arc<dyn Agent>] {
        &[]
    }

    /// The agent of that name below this one, at any depth.
    fn find_sub_agent(&self, name: &str) -> Option<&Arc<dyn Agent>> {
        self.sub_agents().iter().find_map(|agent| {
            if agent.name() == name {
                return Some(agent);
            }
            agent.find_sub_agent(name)
        })
    }

    /// The agent, those below it and their tools, to be drawn.
    fn graph(&self) -> Graph {
        Graph::of(self)
    }

    /// Whether its model may hand the conversation over, and to whom above it; `None` for an agent
    /// that does not hand over at all.
    fn transfer_policy(&self) -> Option<TransferPolicy> {
        None
    }

    /// What the models of all agents of the tree are told first, where this is its root.
    fn global_instruction(&self) -> Option<&Instruction> {
        None
    }

    /// The arguments that the agent takes as a tool of another; `None` for a `request` in words.
    fn input_schema(&self) -> Option<&Schema> {
        None
    }

    /// Whether the agent takes these arguments, which fit its [input schema](Self::input_schema).
    ///
    /// # Errors
    /// What is wrong with them, in words for the model that calls the agent.
    fn check_input(&self, args: &Json) -> Result<(), ToolError> {
        let _ = args;
        Ok(())
    }

    /// The form of the agent's answer; `None` for words.
    fn output_schema(&self) -> Option<&Schema> {
        None
    }

    /// Runs the agent. It goes on only when its last event is stored and the reader wants the
    /// next one.
    fn run(&self, ctx: InvocationContext) -> EventStream;
}

impl<T: Agent + ?Sized> Agent for Arc<T> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn description(&self) -> &str {
        (**self).description()
    }

    fn kind(&self) -> AgentKind {
        (**self).kind()
    }

    fn callbacks(&self) -> Option<Arc<Callbacks>> {
        (**self).callbacks()
    }

    fn tools(&self) -> &[Arc<dyn Tool>] {
        (**self).tools()
    }

    fn sub_agents(&self) -> &[Arc<dyn Agent>] {
        (**self).sub_agents()
    }

    fn find_sub_agent(&self, name: &str) -> Option<&Arc<dyn Agent>> {
        (**self).find_sub_agent(name)
    }

    fn graph(&self) -> Graph {
        (**self).graph()
    }

    fn transfer_policy(&self) -> Option<TransferPolicy> {
        (**self).transfer_policy()
    }

    fn input_schema(&self) -> Option<&Schema> {
        (**self).input_schema()
    }

    fn check_input(&self, args: &Json) -> Result<(), ToolError> {
        (**self).check_input(args)
    }

    fn output_schema(&self) -> Option<&Schema> {
        (**self).output_schema()
    }

    fn global_instruction(&self) -> Option<&Instruction> {
        (**self).global_instruction()
    }

    fn run(&self, ctx: InvocationContext) -> EventStream {
        (**self).run(ctx)
    }
}

/// Runs `agent` within its hooks; an agent that is not of the run's tree is the root of one.
pub(super) fn invoke(agent: &Arc<dyn Agent>, ctx: &InvocationContext) -> EventStream {
    if let Some(place) = ctx.tree.place_of(agent) {
        return invoke_at(ctx, place);
    }
    match AgentTree::new(agent) {
        Ok(tree) => invoke_at(&ctx.in_tree(tree), ROOT),
        Err(error) => stream::iter([Err(error)]).boxed(),
    }
}

/// Runs the agent at `place` within its hooks. Where the user's message answers a call of an
/// agent below it, the run goes on there.
pub(crate) fn invoke_at(ctx: &InvocationContext, place: Place) -> EventStream {
    let answered = ctx.answered(place);
    if answered.is_empty() {
        return run_at(ctx, place);
    }
    let entries = ctx.tree.entries(place, &answered);
    let ctx = ctx.clone();
    try_stream(|mut out| async move {
        for entry in entries {
            // An earlier entry may have handed over to this one.
            if !ctx.answered(entry).is_empty() && !ctx.ended() {
                out.forward(run_at(&ctx, entry)).await?;
            }
        }
        Ok(())
    })
}
