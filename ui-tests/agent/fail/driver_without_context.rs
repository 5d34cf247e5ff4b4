use adk::{Emitter, Result, agent};

#[agent]
async fn router(_out: &mut Emitter) -> Result<()> {
    Ok(())
}

fn main() {}
