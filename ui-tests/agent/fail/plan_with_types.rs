#![allow(dead_code)]

use adk::{Emitter, InvocationContext, Result, agent};

struct Report;

#[agent(model = "gemini-2.5-flash")]
fn draft() -> &'static str {
    "You draft."
}

#[agent(sequential = [draft], output = Report, input = Report)]
fn plan() {}

#[agent(output = Report)]
async fn driven(ctx: &InvocationContext, out: &mut Emitter) -> Result<()> {
    let _ = (ctx, out);
    Ok(())
}

fn main() {}
