use adk::{CallbackContext, Result, agent};

#[agent(model = "gemini-2.5-flash", before_agent = guard)]
fn helper() -> &'static str {
    "You help."
}

async fn guard(_: CallbackContext) -> Result<()> {
    Ok(())
}

fn main() {}
