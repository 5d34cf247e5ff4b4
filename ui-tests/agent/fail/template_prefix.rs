use adk::agent;

#[agent(model = "gemini-2.5-flash")]
fn helper() -> &'static str {
    "You help {usr:name} with the weather."
}

fn main() {}
