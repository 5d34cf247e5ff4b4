use adk::agent;

#[agent(model = "gemini-2.5-flash")]
struct Helper;

fn main() {}
