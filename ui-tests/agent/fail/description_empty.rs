use adk::agent;

#[agent(model = "gemini-2.5-flash", description = " ", output_key = "")]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
