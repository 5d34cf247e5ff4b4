use adk::agent;

#[agent(model = "gemini-2.5-flash", sub_agents = [nobody])]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
