#![deny(warnings)]

use adk::agent;

use adk::{Instruction, LlmAgent, tool, tools};

/// Looks up the weather.
#[tool]
async fn get_weather() {}

/// Answers questions about the weather.
#[agent(model = "gemini-2.5-flash", tools = [get_weather], output_key = "answer")]
pub fn weather_agent() -> &'static str {
    "You help {user:name?} with the weather."
}

#[agent(model = name(), name = "other", tools = [..tools![get_weather]])]
fn computed() -> Instruction {
    Instruction::from(include_str!("plain.rs"))
}

fn name() -> String {
    "gemini-2.5-flash".to_owned()
}

fn main() {
    let _: fn() -> adk::Result<LlmAgent> = weather_agent::agent;
    assert_eq!(computed::NAME, "other");

    /// Stands in a function.
    #[agent(model = "gemini-2.5-flash")]
    fn local() -> String {
        name()
    }
    let _ = local::builder();
}
