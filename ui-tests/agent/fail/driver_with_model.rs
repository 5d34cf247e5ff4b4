use adk::{Emitter, InvocationContext, Result, agent};

#[agent(model = "gemini-2.5-flash", output_key = "answer")]
async fn router(_ctx: &InvocationContext, _out: &mut Emitter) -> Result<()> {
    Ok(())
}

fn main() {}
