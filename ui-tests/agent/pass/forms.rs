#![deny(warnings)]

use adk::plugin::{AfterAgent, BeforeAgent};
use adk::{
    CallbackContext, CustomAgent, Emitter, Instruction, InvocationContext, LlmAgent, LoopAgent,
    ParallelAgent, ReadonlyContext, Result, SequentialAgent, agent,
};

struct Desk;

#[agent(model = "gemini-2.5-flash")]
async fn draft(desk: &Desk, ctx: &ReadonlyContext) -> Result<String> {
    let _ = desk;
    Instruction::inject_session_state("Write for {user:name?}.", ctx).await
}

#[agent(model = "gemini-2.5-flash")]
async fn review() -> &'static str {
    "Review."
}

#[agent(model = "gemini-2.5-flash")]
fn polish(ctx: &ReadonlyContext) -> String {
    ctx.user_id().to_owned()
}

#[agent(sub_agents = [review, draft(desk)])]
async fn router(desk: &Desk, ctx: &InvocationContext, out: &mut Emitter) -> Result<()> {
    for agent in ctx.agent().sub_agents() {
        out.forward(ctx.run_agent(agent)).await?;
    }
    let _ = desk;
    Ok(())
}

#[agent]
async fn echo(out: &mut adk::Emitter, ctx: &adk::InvocationContext) {
    out.emit(ctx.event().build()).await;
}

async fn before(_: CallbackContext) -> Result<BeforeAgent> {
    Ok(BeforeAgent::Proceed)
}

#[agent(
    sequential = [draft(desk), review, polish],
    before_agent = [before, async |_| Ok(BeforeAgent::Proceed)],
    after_agent = |_| async { Ok(AfterAgent::Proceed) }
)]
fn article(desk: &Desk) {}

#[agent(parallel = [review, polish])]
fn both() {}

#[agent(loop = [review], max_iterations = 3, name = "again")]
pub(crate) fn rounds() {}

#[agent(loop = [both, echo], description = "Goes on.")]
fn endless() {}

fn main() {
    let _: fn(Desk) -> Result<SequentialAgent> = article::agent;
    let _: fn() -> Result<ParallelAgent> = both::agent;
    let _: fn() -> Result<LoopAgent> = rounds::agent;
    let _: fn() -> Result<CustomAgent> = echo::agent;
    let _: fn() -> Result<LlmAgent> = review::agent;
    let _ = (router::builder(Desk), endless::builder());
}
