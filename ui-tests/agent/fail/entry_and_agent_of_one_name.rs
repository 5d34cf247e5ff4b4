use adk::{agent, tool};

/// Searches.
#[tool(name = "helper")]
async fn search() {}

#[agent(model = "gemini-2.5-flash")]
fn helper() -> &'static str {
    "You keep the helper."
}

#[agent(model = "gemini-2.5-flash", tools = [search, helper])]
fn desk() -> &'static str {
    "You help."
}

fn main() {}
