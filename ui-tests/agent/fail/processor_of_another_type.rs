use adk::agent;

#[agent(model = "gemini-2.5-flash", request_processors = [3])]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
