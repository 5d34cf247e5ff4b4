use adk::agent;

const RULES: &str = "You help {user-name} with the weather.";

#[agent(model = "gemini-2.5-flash")]
fn helper() -> &'static str {
    RULES
}

fn main() {}
