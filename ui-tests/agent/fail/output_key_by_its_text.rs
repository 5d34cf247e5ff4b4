use adk::{StateKeys, agent};

#[derive(StateKeys)]
struct Evening {
    guests: u32,
    plan: String,
}

#[agent(model = "gemini-2.5-flash", output_key = "guests", state = Evening)]
fn counter() -> &'static str {
    "Count the guests."
}

#[agent(model = "gemini-2.5-flash", output_key = "plan")]
fn planner() -> &'static str {
    "Plan for {guests}."
}

#[agent(sequential = [counter, planner], state = Evening)]
fn evening() {}

fn main() {}
