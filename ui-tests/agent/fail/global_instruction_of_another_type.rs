use adk::agent;

#[agent(model = "gemini-2.5-flash", global_instruction = 3)]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
