//! Agents in rounds.

use futures_util::StreamExt as _;
use serde_json::{Value, json};

use super::{Members, WorkflowBuilder, agents, done_before, mark, marked, says_of_itself};
use crate::emit::try_stream;
use crate::error::{Error, ErrorKind, Result};
use crate::event::Event;
use crate::invocation::{Agent, Emitter, EventStream, InvocationContext, Place, invoke_at};

/// Runs its agents one after the other, again and again: until one of them escalates, as the
/// tool [`exit_loop`](crate::tool::builtin::exit_loop) does, or until its rounds are over. The
/// innermost loop ends, behind the agent of it that escalated or in which that was.
///
/// Without a bound of its own, [`RunConfig::max_loop_rounds`](crate::RunConfig) is one, and
/// an error. A call that waits for the user stops the loop; the run that answers goes on in
/// the same round.
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
    /// Starts an agent of that name.
    pub fn builder(name: impl Into<String>) -> WorkflowBuilder<Self> {
        WorkflowBuilder::new(name.into())
    }
}

impl WorkflowBuilder<LoopAgent> {
    /// The number of rounds after which the loop ends, at least 1.
    pub fn max_iterations(mut self, rounds: u32) -> Self {
        self.max_iterations = Some(rounds);
        self
    }

    /// The agent.
    ///
    /// # Errors
    /// [`InvalidName`](ErrorKind::InvalidName) for a name that is no identifier,
    /// [`Config`](ErrorKind::Config) without agents to run, or for 0 rounds.
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
    says_of_itself!();

    fn run(&self, ctx: InvocationContext) -> EventStream {
        let bound = self.max_iterations;
        try_stream(move |mut out| async move { run(&ctx, bound, &mut out).await })
    }
}

/// Where a loop stands.
struct Stand {
    /// Rounds that are over.
    rounds: u32,
    /// Whether an agent wants the loop to end.
    escalated: bool,
}

async fn run(ctx: &InvocationContext, bound: Option<u32>, out: &mut Emitter) -> Result<()> {
    let agents = agents(ctx);
    let mut done = done_before(ctx, &agents);
    let mut stand = Stand::of(&mark(ctx));
    loop {
        for agent in agents.iter().skip(done) {
            run_one(ctx, *agent, &mut stand, out).await?;
            if stand.escalated || ctx.ended() || ctx.waits(ctx.place()) {
                return Ok(());
            }
        }
        done = 0;
        stand.rounds += 1;
        let limit = ctx.run_config().max_loop_rounds;
        match bound {
            Some(bound) if stand.rounds >= bound => return Ok(()),
            None if stand.rounds >= limit => return Err(endless(ctx, limit)),
            _ => {}
        }
    }
}

async fn run_one(
    ctx: &InvocationContext,
    agent: Place,
    stand: &mut Stand,
    out: &mut Emitter,
) -> Result<()> {
    let mut events = invoke_at(ctx, agent);
    while let Some(event) = events.next().await {
        let event = event?;
        stand.escalated |= event.actions().escalate() && !ends_inner(ctx, agent, &event);
        out.emit(marked(ctx, event, || stand.mark())).await;
    }
    Ok(())
}

/// Whether a loop below is the one that the event ends.
fn ends_inner(ctx: &InvocationContext, agent: Place, event: &Event) -> bool {
    let mut below = ctx.tree().under(agent);
    below.any(|place| {
        let name = ctx.tree().agent(place).name();
        let mark = event.actions().agent_state(name);
        mark.is_some_and(|mark| Stand::of(mark).escalated)
    })
}

impl Stand {
    fn of(mark: &Value) -> Self {
        let rounds = mark["timesLooped"].as_u64().unwrap_or_default();
        Self {
            rounds: rounds.try_into().unwrap_or(u32::MAX),
            escalated: mark["escalated"] == true,
        }
    }

    fn mark(&self) -> Value {
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
