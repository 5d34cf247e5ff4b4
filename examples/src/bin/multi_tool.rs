//! One agent, three tools: a calculator, the time in a zone, and text.
//!
//! `cargo run -p examples --bin multi_tool` asks three questions; or ask your own.

use adk::prelude::*;
use jiff::Timestamp;

/// Calculates with two numbers.
#[tool]
async fn calculator(
    /// The first number.
    a: f64,
    /// The second number.
    b: f64,
    /// What to do with them.
    #[arg(one_of("add", "sub", "mul", "div"))]
    operation: &str,
) -> Result<f64, ToolError> {
    match operation {
        "add" => Ok(a + b),
        "sub" => Ok(a - b),
        "mul" => Ok(a * b),
        _ if b == 0.0 => Err(ToolError::model("`b` must not be 0")),
        _ => Ok(a / b),
    }
}

/// Tells the current time in a time zone.
#[tool]
async fn get_current_time(
    /// Name of the zone, e.g. "Asia/Shanghai" or "America/New_York".
    #[arg(default = "Asia/Shanghai".to_owned())]
    timezone: String,
) -> Result<String, ToolError> {
    let now = Timestamp::now().in_tz(&timezone)?;
    Ok(now.strftime("%Y-%m-%d %H:%M:%S").to_string())
}

/// Changes a text, or counts its characters.
#[tool]
async fn process_string(
    /// The text.
    text: &str,
    /// What to do with it.
    #[arg(one_of("upper", "lower", "reverse", "count"))]
    operation: &str,
) -> String {
    match operation {
        "upper" => text.to_uppercase(),
        "lower" => text.to_lowercase(),
        "reverse" => text.chars().rev().collect(),
        _ => format!("{} characters", text.chars().count()),
    }
}

/// A helper for sums, times and texts.
#[agent(model = "gemini-2.5-flash", tools = [calculator, get_current_time, process_string])]
fn multi_tool_agent() -> &'static str {
    "You calculate, tell the time and work on texts. Choose the tool that fits."
}

#[tokio::main]
async fn main() -> adk::Result<()> {
    let model = examples::model(examples::scripts::multi_tool())?;
    let agent = multi_tool_agent::builder().model(model).build()?;
    let runner = Runner::builder("multi_tool_app", agent).build()?;
    let mut questions: Vec<String> = std::env::args().skip(1).collect();
    if questions.is_empty() {
        questions = examples::scripts::THREE_QUESTIONS.map(String::from).into();
    }
    for question in questions {
        let mut run = runner.run("user-1", "session-1", question);
        while let Some(event) = run.next().await {
            examples::print(&event?);
        }
    }
    Ok(())
}
