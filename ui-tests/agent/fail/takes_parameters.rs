use adk::agent;

#[agent(model = "gemini-2.5-flash")]
fn helper(_city: &str) -> &'static str {
    "You help."
}

fn main() {}
