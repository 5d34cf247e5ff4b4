use adk::agent;

#[agent(model = "gemini-2.5-flash", max_iterations = 3)]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
