use adk::agent;

#[agent(model = "gemini-2.5-flash", include_contents = "none")]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
