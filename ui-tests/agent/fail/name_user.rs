use adk::agent;

#[agent(model = "gemini-2.5-flash")]
fn user() -> &'static str {
    "You help."
}

fn main() {}
