use adk::tool::GeminiTool;
use adk::{agent, tool};

/// Looks up the weather.
#[tool]
async fn get_weather() {}

#[agent(model = "gemini-2.5-flash", tools = [get_weather, ..GeminiTool::google_search()])]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
