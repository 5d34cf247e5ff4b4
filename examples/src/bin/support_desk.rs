//! A desk that hands the conversation over to one of two agents, which then keeps it.
//!
//! `cargo run -p examples --bin support_desk` says two things; or say your own,
//! each an argument.

#![expect(clippy::print_stdout, reason = "an example prints")]

use adk::model::Llm;
use adk::prelude::*;

/// Answers questions about bills, payments and money back.
#[agent(model = model)]
fn billing(model: &dyn Llm) -> &'static str {
    "You look after bills. Be short and friendly."
}

/// Helps with the app: crashes, updates, logging in.
#[agent(model = model)]
fn support(model: &dyn Llm) -> &'static str {
    "You help with the app. Be short and friendly."
}

/// Greets people, and finds out who can help them.
#[agent(model = model, sub_agents = [billing(model), support(model)])]
fn desk(model: &dyn Llm) -> &'static str {
    "You are the front desk: hand over to the agent that fits, or ask what it is about."
}

#[tokio::main]
async fn main() -> adk::Result<()> {
    let agent = desk::agent(examples::model(examples::scripts::support_desk())?)?;
    let runner = Runner::builder("support_app", agent).build()?;
    let mut messages: Vec<String> = std::env::args().skip(1).collect();
    if messages.is_empty() {
        messages = examples::scripts::TWO_MESSAGES.map(String::from).into();
    }
    for message in messages {
        println!("you: {message}");
        // One session: a message goes to the agent that spoke last.
        let mut run = runner.run("user-1", "session-1", message);
        while let Some(event) = run.next().await {
            examples::print(&event?);
        }
    }
    Ok(())
}
