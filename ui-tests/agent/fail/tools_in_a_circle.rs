use adk::agent;

/// Plans.
#[agent(model = "gemini-2.5-flash", tools = [critic])]
fn planner() -> &'static str {
    "You plan."
}

/// Judges plans.
#[agent(model = "gemini-2.5-flash", tools = [planner])]
fn critic() -> &'static str {
    "You judge."
}

fn main() {}
