use adk::agent;

#[agent(modle = "gemini-2.5-flash", sub_agents = [helper])]
fn desk() -> &'static str {
    "You help."
}

fn main() {}
