//! [`ParallelAgent`]: agents side by side.

use futures_util::StreamExt as _;
use futures_util::stream::{self, BoxStream};
use serde_json::{Value, json};

use super::{Members, WorkflowBuilder, agents, member_accessors, saved_progress, with_progress};
use crate::emit::try_stream;
use crate::error::Result;
use crate::event::{Event, EventActions};
use crate::invocation::{Agent, Emitter, EventStream, InvocationContext, Place, invoke_at};

/// Runs its agents side by side. Each has a branch of its own: it sees what was said before and
/// what it says itself, and nothing of the others.
///
/// An agent goes on once its last event is stored and the reader wants the next. An error of one
/// ends all. A call that waits for the user stops only the agent that made it; the run that brings
/// the answer goes on with the agents that are not finished.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// use adk::testing::ScriptedModel;
/// use adk::{LlmAgent, ParallelAgent, Runner};
///
/// let ask = |name: &str, answer: &str| {
///     let model = ScriptedModel::new().text(answer);
///     LlmAgent::builder(name).model(model).output_key(name).build()
/// };
/// let both = ParallelAgent::builder("both")
///     .sub_agent(ask("trains", "9:15")?)
///     .sub_agent(ask("buses", "9:40")?)
///     .build()?;
/// let runner = Runner::builder("travel", both).build()?;
/// let mut run = runner.run("user", "session", "When?");
/// let mut answers = Vec::new();
/// while let Some(event) = run.next().await {
///     answers.push(event?.text());
/// }
/// answers.sort();
/// assert_eq!(answers, ["9:15", "9:40"]);
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct ParallelAgent {
    members: Members,
}

impl ParallelAgent {
    /// Starts building an agent of that name.
    pub fn builder(name: impl Into<String>) -> WorkflowBuilder<Self> {
        WorkflowBuilder::new(name.into())
    }
}

impl WorkflowBuilder<ParallelAgent> {
    /// Checks everything and makes the agent.
    ///
    /// # Errors
    /// [`InvalidName`](crate::ErrorKind::InvalidName) for a name that is no identifier,
    /// [`Config`](crate::ErrorKind::Config) without agents to run, and what kept one of them
    /// from being made.
    pub fn build(self) -> Result<ParallelAgent> {
        let members = self.members()?;
        Ok(ParallelAgent { members })
    }
}

impl Agent for ParallelAgent {
    member_accessors!(Parallel);

    fn run(&self, ctx: InvocationContext) -> EventStream {
        try_stream(|mut out| async move { run(&ctx, &mut out).await })
    }
}

/// An event of an agent, or its end.
type Item = (Place, Option<Result<Event>>);

async fn run(ctx: &InvocationContext, out: &mut Emitter) -> Result<()> {
    let mut finished = finished(saved_progress(ctx));
    let is_left = |agent: &Place| {
        let name = ctx.tree().agent(*agent).name();
        let is_finished = finished.iter().any(|done| done == name);
        !ctx.answered(*agent).is_empty() || !(is_finished || ctx.waits(*agent))
    };
    let left: Vec<_> = agents(ctx).into_iter().filter(is_left).collect();
    let streams = left.into_iter().map(|agent| events(ctx, agent));
    let mut items = stream::select_all(streams);
    while let Some((agent, item)) = items.next().await {
        if let Some(event) = item {
            let state = || json!({ "finished": finished });
            out.emit(with_progress(ctx, event?, state)).await;
        } else if !ctx.waits(agent) {
            finished.push(ctx.tree().agent(agent).name().to_owned());
            if ctx.waits(ctx.place()) {
                out.emit(progress_event(ctx, &finished)).await;
            }
        }
    }
    Ok(())
}

fn events(ctx: &InvocationContext, agent: Place) -> BoxStream<'static, Item> {
    let branch = [ctx.agent_name(), ctx.tree().agent(agent).name()].join(".");
    let events = invoke_at(&ctx.in_branch(&branch), agent);
    let events = events.map(move |event| (agent, Some(event)));
    events.chain(stream::iter([(agent, None)])).boxed()
}

/// Agents that were finished when the others stopped.
fn finished(mut saved: Value) -> Vec<String> {
    let names = saved.get_mut("finished").map(Value::take);
    let names = names.and_then(|names| serde_json::from_value(names).ok());
    names.unwrap_or_default()
}

/// Says which agents are finished while another waits, so that no later run repeats them.
fn progress_event(ctx: &InvocationContext, finished: &[String]) -> Event {
    let mut actions = EventActions::new();
    let name = ctx.agent_name().to_owned();
    actions.set_agent_state(name, json!({ "finished": finished }));
    ctx.event().actions(actions).build()
}
