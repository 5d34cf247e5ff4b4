use adk::agent;

#[agent(model = "gemini-2.5-flash", before_agent)]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
