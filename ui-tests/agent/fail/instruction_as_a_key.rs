use adk::agent;

/// Plans.
#[agent(model = "gemini-2.5-flash", instruction = "You plan.")]
fn planner() -> &'static str {
    "You plan."
}

fn main() {}
