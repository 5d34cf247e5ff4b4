use adk::{agent, tool};

/// Answers questions about the weather.
#[agent(model = "gemini-2.5-flash")]
fn weather_agent() -> &'static str {
    "You help with the weather."
}

/// Says good day.
#[tool]
async fn greet() {}

#[agent(model = "gemini-2.5-flash", tools = [greet, weather_agent])]
fn helper() -> &'static str {
    "You help."
}

fn main() {
    let _ = adk::tools![weather_agent];
}
