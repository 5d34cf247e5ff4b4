use adk::agent;

#[agent(model = "gemini-2.5-flash", planner = "think")]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
