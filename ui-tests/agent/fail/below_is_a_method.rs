use adk::agent;

#[agent(model = "gemini-2.5-flash", sub_agents = [Books::agent])]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
