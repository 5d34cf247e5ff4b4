use adk::{Emitter, InvocationContext, ReadonlyContext, Result, agent};

#[agent]
async fn router(_ctx: &InvocationContext, _read: &ReadonlyContext, _out: &mut Emitter) -> Result<()> {
    Ok(())
}

fn main() {}
