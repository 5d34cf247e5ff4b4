use adk::agent;

/// Plans.
#[agent(model = "gemini-2.5-flash", tools = ["get_weather"])]
fn planner() -> &'static str {
    "You plan."
}

#[agent(sequential(planner, writer))]
fn evening() {}

fn main() {}
