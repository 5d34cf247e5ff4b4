//! A tool that asks a person first: the manager approves, rejects, or grants fewer days.
//!
//! `cargo run -p examples --bin vacation_approval`, or `echo 2 | cargo run …`.

#![expect(clippy::print_stdout, reason = "an example prints")]

use adk::event::{ConfirmationRequest, ToolConfirmation};
use adk::prelude::*;
use serde_json::json;

/// Books days off, once the manager has approved of them.
#[tool]
async fn book_vacation(
    /// How many working days.
    #[arg(min = 1, max = 30)]
    days: u64,
    ctx: &ToolContext,
) -> String {
    let Some(answer) = ctx.tool_confirmation() else {
        ctx.request_confirmation(format!("Approve {days} days off?"), json!({ "days": days }));
        return "waiting for the manager".to_owned();
    };
    if !answer.is_confirmed() {
        return "the manager said no".to_owned();
    }
    let granted = days_in(answer.payload()).map_or(days, |granted| granted.min(days));
    format!("{granted} of {days} days booked")
}

fn days_in(payload: Option<&Json>) -> Option<u64> {
    payload?.to_value()["days"].as_u64()
}

/// Helps with days off.
#[agent(model = "gemini-2.5-flash", tools = [book_vacation])]
fn vacation_agent() -> &'static str {
    "You book days off with the tool, once for each wish, and tell what came of it."
}

/// Asks the person at the terminal, three times at most; no answer is a no.
fn ask(question: &ConfirmationRequest) -> Part {
    let most = days_in(question.payload()).unwrap_or_default();
    println!("{} [y, n, or 1 to {most}]", question.hint());
    let fewer = |days| ToolConfirmation::approved().with_payload(json!({ "days": days }));
    for line in examples::lines() {
        match (line.as_str(), line.parse()) {
            ("y" | "yes", _) => return question.approve(),
            ("n" | "no", _) => return question.deny(),
            (_, Ok(days)) if (1..=most).contains(&days) => return question.answer(&fewer(days)),
            _ => println!("Please type y, n, or a number from 1 to {most}."),
        }
    }
    println!("No clear answer: that counts as a no.");
    question.deny()
}

#[tokio::main]
async fn main() -> adk::Result<()> {
    let wish = std::env::args().nth(1);
    let mut message = Content::user(wish.unwrap_or_else(|| "I'd like 5 days off.".into()));
    let model = examples::model(examples::scripts::vacation())?;
    let agent = vacation_agent::builder().model(model).build()?;
    let runner = Runner::builder("vacation_app", agent).build()?;
    // A model may ask again; nobody answers forever.
    for _ in 0..5 {
        let mut questions = Vec::new();
        let mut run = runner.run("user-1", "session-1", message);
        while let Some(event) = run.next().await {
            let event = event?;
            questions.extend(event.confirmation_requests());
            examples::print(&event);
        }
        if questions.is_empty() {
            break;
        }
        message = questions.iter().map(ask).collect::<Vec<_>>().into();
    }
    Ok(())
}
