use adk::{Emitter, InvocationContext, Result, agent};

#[agent]
fn router(_ctx: &InvocationContext, _out: &mut Emitter) -> Result<()> {
    Ok(())
}

fn main() {}
