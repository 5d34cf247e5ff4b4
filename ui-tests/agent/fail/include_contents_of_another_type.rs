use adk::agent;

#[agent(model = "gemini-2.5-flash", include_contents = agent_kind())]
fn helper() -> &'static str {
    "You help."
}

fn agent_kind() -> u8 {
    3
}

fn main() {}
