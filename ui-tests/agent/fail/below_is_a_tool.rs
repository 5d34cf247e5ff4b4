use adk::{agent, tool};

/// Looks up the weather.
#[tool]
async fn get_weather() {}

#[agent(model = "gemini-2.5-flash", sub_agents = [get_weather])]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
