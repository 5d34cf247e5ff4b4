use adk::{Emitter, InvocationContext, Result, agent};

#[agent]
async fn router(_ctx: &InvocationContext, _out: &Emitter) -> Result<()> {
    Ok(())
}

fn main() {}
