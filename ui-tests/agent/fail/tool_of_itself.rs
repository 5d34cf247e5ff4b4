use adk::agent;

/// Plans.
#[agent(model = "gemini-2.5-flash", tools = [planner], sub_agents = [planner])]
fn planner() -> &'static str {
    "You plan."
}

fn main() {}
