use adk::agent;

/// Plans.
#[agent(model = "gemini-2.5-flash")]
fn planner() -> &'static str {
    "You plan."
}

#[agent(sub_agents = [planner])]
fn evening() {}

fn main() {}
