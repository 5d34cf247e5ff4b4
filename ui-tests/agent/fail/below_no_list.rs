use adk::agent;

#[agent(model = "gemini-2.5-flash")]
fn books() -> &'static str {
    "You keep the books."
}

#[agent(model = "gemini-2.5-flash", sub_agents = books)]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
