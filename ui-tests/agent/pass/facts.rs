//! Near misses of what is checked over a tree of agents.
#![deny(warnings)]

use adk::tool::GeminiTool;
use adk::tool::builtin::exit_loop;
use adk::{LlmAgent, Result, agent, tool};

/// Looks up the weather.
#[tool]
async fn get_weather() {}

/// Looks things up. As a tool it is a tree of its own each time.
#[agent(model = "gemini-2.5-flash", tools = [..GeminiTool::google_search(), ..GeminiTool::url_context()])]
fn researcher() -> &'static str {
    "Look it up."
}

/// Writes.
#[agent(model = "gemini-3-pro", tools = [researcher, ..GeminiTool::google_search()])]
fn writer() -> &'static str {
    "Write about {topic}, for {user:name?}, as in {artifact.style.md?}; keep {{topic}} and {see the list above}."
}

/// Judges.
#[agent(model = judge(), tools = [exit_loop, researcher, ..GeminiTool::google_search()])]
fn critic() -> &'static str {
    "Judge. Answer as {\"good\": true}, {}, { \"good\": {\"a\": 1} } or if (x) { return {y: 1}; }"
}

fn judge() -> &'static str {
    "gemini-2.5-flash"
}

#[agent(sequential = [writer, critic])]
fn round() {}

/// The loop above hears `exit_loop`.
#[agent(loop = [round], max_iterations = 3)]
fn rounds() {}

/// Undescribed agents can follow a plan.
#[agent(model = "gemini-2.5-flash")]
fn last() -> &'static str {
    include_str!("template_near.txt")
}

#[cfg(any())]
#[agent(model = "gemini-2.5-flash")]
fn gone() -> &'static str {
    "{"
}

/// Names of what is left out do not count, nor do those that only a run knows.
#[agent(root, sequential = [rounds, #[cfg(any())] rounds, last, ..more(), ..exit()])]
fn article() {}

fn more() -> Result<LlmAgent> {
    last::builder().build()
}

fn exit() -> Vec<Result<LlmAgent>> {
    Vec::new()
}

/// A root can be a tool.
#[agent(root, model = "gemini-2.5-flash", tools = [get_weather, editor])]
fn press() -> String {
    "Text that is {computed: is not looked at}.".to_owned()
}

/// Edits.
#[agent(root, model = "gemini-2.5-flash")]
fn editor() -> &'static str {
    "Edit."
}

fn main() {}
