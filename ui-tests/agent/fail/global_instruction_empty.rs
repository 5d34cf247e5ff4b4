use adk::agent;

#[agent(model = "gemini-2.5-flash", global_instruction = "")]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
