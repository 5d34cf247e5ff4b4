use adk::agent;

#[agent(model = "gemini-2.5-flash", tools = [..3])]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
