use adk::agent;

#[agent(model = "gemini-2.5-flash", request_processors = trim)]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
