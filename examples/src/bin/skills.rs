//! A clerk who learns how to do a task when it comes: each has a folder in `examples/skills`.
//!
//! `cargo run -p examples --bin skills -- "When are you open on Sunday?"`

use adk::SkillToolset;
use adk::model::Llm;
use adk::prelude::*;

/// Does the paperwork of a shop.
#[agent(model = model, tools = [..skills])]
fn clerk(model: &dyn Llm, skills: &SkillToolset) -> &'static str {
    "You are the clerk of a shop. Do what you are asked as your skills say."
}

#[tokio::main]
async fn main() -> adk::Result<()> {
    examples::log();
    let question = std::env::args().nth(1);
    let question =
        question.unwrap_or_else(|| "Tell Ada of the refund: 12 euros of her money.".to_owned());
    // A skill that is broken is told here, with its file and its line.
    let skills = SkillToolset::from_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/skills"));
    let skills = skills.checked().await?;
    let agent = clerk::agent(examples::model(examples::scripts::skills())?, skills)?;
    let runner = Runner::builder("shop_app", agent).build()?;
    let mut run = runner.run("user-1", "session-1", question);
    while let Some(event) = run.next().await {
        examples::print(&event?);
    }
    Ok(())
}
