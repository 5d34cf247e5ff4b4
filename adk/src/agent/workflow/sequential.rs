//! [`SequentialAgent`]: agents one after the other.

use super::{Members, WorkflowBuilder, agents, done_before, member_accessors};
use crate::emit::try_stream;
use crate::error::Result;
use crate::invocation::{Agent, Emitter, EventStream, InvocationContext, invoke_at};

/// Runs its agents one after the other; each sees what those before it said.
///
/// An error ends the sequence. A call that waits for the user stops it; the run that brings the
/// answer goes on with the agent that asked, and then with those after it.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// use adk::testing::ScriptedModel;
/// use adk::{LlmAgent, Runner, SequentialAgent};
///
/// let draft = LlmAgent::builder("draft")
///     .model(ScriptedModel::new().text("A cat sat."))
///     .output_key("draft")
///     .build()?;
/// let polish = LlmAgent::builder("polish")
///     .model(ScriptedModel::new().text("A cat sat down."))
///     .instruction("Polish this: {draft}")
///     .build()?;
/// let article = SequentialAgent::builder("article").sub_agent(draft).sub_agent(polish).build()?;
/// let runner = Runner::builder("press", article).build()?;
/// assert_eq!(runner.run("user", "session", "Cats!").text().await?, "A cat sat down.");
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct SequentialAgent {
    members: Members,
}

impl SequentialAgent {
    /// Starts building an agent of that name.
    pub fn builder(name: impl Into<String>) -> WorkflowBuilder<Self> {
        WorkflowBuilder::new(name.into())
    }
}

impl WorkflowBuilder<SequentialAgent> {
    /// Checks everything and makes the agent.
    ///
    /// # Errors
    /// [`InvalidName`](crate::ErrorKind::InvalidName) for a name that is no identifier,
    /// [`Config`](crate::ErrorKind::Config) without agents to run, and what kept one of them
    /// from being made.
    pub fn build(self) -> Result<SequentialAgent> {
        let members = self.members()?;
        Ok(SequentialAgent { members })
    }
}

impl Agent for SequentialAgent {
    member_accessors!(Sequential);

    fn run(&self, ctx: InvocationContext) -> EventStream {
        try_stream(|mut out| async move { run(&ctx, &mut out).await })
    }
}

async fn run(ctx: &InvocationContext, out: &mut Emitter) -> Result<()> {
    let agents = agents(ctx);
    for agent in agents.iter().skip(done_before(ctx, &agents)) {
        out.forward(invoke_at(ctx, *agent)).await?;
        if ctx.ended() || ctx.waits(ctx.place()) {
            break;
        }
    }
    Ok(())
}
