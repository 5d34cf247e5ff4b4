//! Three agents in a row, each of which reads in the state what those before it wrote.
//!
//! `cargo run -p examples --bin article -- "Write about Venice."`
//!
//! As `article::agent(model)?.graph()` draws them:
//!
//! ```mermaid
//! flowchart TD
//!   n0[["article"]]
//!   n1(["draft"])
//!   n2(["review"])
//!   n3(["polish"])
//!   n0 -->|1| n1
//!   n0 -->|2| n2
//!   n0 -->|3| n3
//! ```

use adk::model::Llm;
use adk::prelude::*;

/// Writes a first version.
#[agent(model = model, output_key = "draft")]
fn draft(model: &dyn Llm) -> &'static str {
    "Write one or two sentences about what the user names, in one line."
}

/// Says what to mend.
#[agent(model = model, output_key = "review")]
fn review(model: &dyn Llm) -> &'static str {
    "Say in one line what to mend in this draft; quote the words in backticks.\n\
     Draft: {draft}"
}

/// Mends it.
#[agent(model = model, output_key = "article")]
fn polish(model: &dyn Llm) -> &'static str {
    "Write the draft anew as the review asks. Answer with the text alone.\n\
     Draft: {draft}\n\
     Review: {review}"
}

/// Draft, review, polish.
#[agent(sequential = [draft(model), review(model), polish(model)])]
fn article(model: &dyn Llm) {}

#[tokio::main]
async fn main() -> adk::Result<()> {
    let request = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "Write about Venice.".into());
    let agent = article::agent(examples::model(examples::scripts::article())?)?;
    let runner = Runner::builder("press_app", agent).build()?;
    let mut run = runner.run("user-1", "session-1", request);
    while let Some(event) = run.next().await {
        examples::print(&event?);
    }
    Ok(())
}

#[cfg(test)]
#[test]
fn the_agents_are_drawn_as_the_head_of_the_file_shows() -> adk::Result<()> {
    let model: std::sync::Arc<dyn Llm> = std::sync::Arc::new(adk::testing::ScriptedModel::new());
    let drawn = article::agent(model)?.graph().to_mermaid();
    let head: String = include_str!("article.rs")
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned() + "\n")
        .collect();
    assert!(head.contains(&format!("```mermaid\n{drawn}```")), "{drawn}");
    Ok(())
}
