//! [`LoopAgent`]: agents in rounds.

use futures_util::StreamExt as _;
use serde_json::{Value, json};

use super::{
    Members, WorkflowBuilder, agents, done_before, member_accessors, saved_progress, with_progress,
};
use crate::emit::try_stream;
use crate::error::{Error, ErrorKind, Result};
use crate::event::Event;
use crate::invocation::{Agent, Emitter, EventStream, InvocationContext, Place, invoke_at};

/// Runs its agents one after the other, again and again: until its rounds are over, or until one
/// of them escalates, as the tool [`exit_loop`](crate::tool::builtin::exit_loop) does. The agent
/// that escalates still finishes; of loops in loops, the innermost ends.
///
/// A loop without [`max_iterations`](WorkflowBuilder::max_iterations) that reaches
/// [`RunConfig::max_loop_rounds`](crate::RunConfig::max_loop_rounds) ends the run with an error. A
/// call that waits for the user stops the loop; the run that brings the answer goes on in the same
/// round.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// use adk::testing::ScriptedModel;
/// use adk::{LlmAgent, LoopAgent, Runner};
///
/// let model = ScriptedModel::new().text("Draft 1").text("Draft 2").text("Draft 3");
/// let writer = LlmAgent::builder("writer").model(model).build()?;
/// let rewriting = LoopAgent::builder("rewriting").sub_agent(writer).max_iterations(3).build()?;
/// let runner = Runner::builder("press", rewriting).build()?;
/// assert_eq!(runner.run("user", "session", "Cats!").text().await?, "Draft 3");
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct LoopAgent {
    members: Members,
    max_iterations: Option<u32>,
}

impl LoopAgent {
    /// Starts building an agent of that name.
    pub fn builder(name: impl Into<String>) -> WorkflowBuilder<Self> {
        WorkflowBuilder::new(name.into())
    }
}

impl WorkflowBuilder<LoopAgent> {
    /// The loop ends after this many rounds, at least 1.
    pub fn max_iterations(mut self, rounds: u32) -> Self {
        self.max_iterations = Some(rounds);
        self
    }

    /// Checks everything and makes the agent.
    ///
    /// # Errors
    /// [`InvalidName`](ErrorKind::InvalidName) for a name that is no identifier,
    /// [`Config`](ErrorKind::Config) without agents to run, or for 0 rounds, and what kept one
    /// of the agents from being made.
    pub fn build(self) -> Result<LoopAgent> {
        let max_iterations = self.max_iterations;
        let members = self.members()?;
        if max_iterations == Some(0) {
            let text = format!(
                "agent `{}` has 0 rounds, so that it would do nothing: give \
                 `max_iterations` a larger number, or leave it out",
                members.name
            );
            return Err(Error::new(ErrorKind::Config, text));
        }
        Ok(LoopAgent {
            members,
            max_iterations,
        })
    }
}

impl Agent for LoopAgent {
    member_accessors!(Loop);

    fn run(&self, ctx: InvocationContext) -> EventStream {
        let bound = self.max_iterations;
        try_stream(move |mut out| async move { run(&ctx, bound, &mut out).await })
    }
}

/// How far a loop is.
struct Progress {
    /// Rounds that are over.
    rounds: u32,
    /// Whether an agent wants the loop to end.
    escalated: bool,
}

async fn run(ctx: &InvocationContext, bound: Option<u32>, out: &mut Emitter) -> Result<()> {
    let agents = agents(ctx);
    let mut done = done_before(ctx, &agents);
    let mut progress = Progress::of(&saved_progress(ctx));
    loop {
        for agent in agents.iter().skip(done) {
            run_one(ctx, *agent, &mut progress, out).await?;
            if progress.escalated || ctx.ended() || ctx.waits(ctx.place()) {
                return Ok(());
            }
        }
        done = 0;
        progress.rounds += 1;
        let limit = ctx.run_config().max_loop_rounds;
        match bound {
            Some(bound) if progress.rounds >= bound => return Ok(()),
            None if progress.rounds >= limit => return Err(endless(ctx, limit)),
            _ => {}
        }
    }
}

async fn run_one(
    ctx: &InvocationContext,
    agent: Place,
    progress: &mut Progress,
    out: &mut Emitter,
) -> Result<()> {
    let mut events = invoke_at(ctx, agent);
    while let Some(event) = events.next().await {
        let event = event?;
        progress.escalated |= event.actions().escalate() && !ends_inner(ctx, agent, &event);
        out.emit(with_progress(ctx, event, || progress.to_json()))
            .await;
    }
    Ok(())
}

/// Whether a loop below is the one that the event ends.
fn ends_inner(ctx: &InvocationContext, agent: Place, event: &Event) -> bool {
    let mut below = ctx.tree().under(agent);
    below.any(|place| {
        let name = ctx.tree().agent(place).name();
        let inner = event.actions().agent_state(name);
        inner.is_some_and(|inner| Progress::of(inner).escalated)
    })
}

impl Progress {
    fn of(saved: &Value) -> Self {
        let rounds = saved["timesLooped"].as_u64().unwrap_or_default();
        Self {
            rounds: rounds.try_into().unwrap_or(u32::MAX),
            escalated: saved["escalated"] == true,
        }
    }

    fn to_json(&self) -> Value {
        json!({ "timesLooped": self.rounds, "escalated": self.escalated })
    }
}

fn endless(ctx: &InvocationContext, limit: u32) -> Error {
    let text = format!(
        "loop agent `{}` reached the limit of {limit} rounds: give it `max_iterations`, have an \
         agent of it call `exit_loop`, or raise `RunConfig::max_loop_rounds`",
        ctx.agent_name()
    );
    Error::new(ErrorKind::Limit, text)
}
