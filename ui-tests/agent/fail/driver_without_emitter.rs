use adk::{InvocationContext, Result, agent};

#[agent]
async fn router(_ctx: &InvocationContext) -> Result<()> {
    Ok(())
}

fn main() {}
