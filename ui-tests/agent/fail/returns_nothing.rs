use adk::agent;

#[agent(model = "gemini-2.5-flash")]
fn helper() {}

fn main() {}
