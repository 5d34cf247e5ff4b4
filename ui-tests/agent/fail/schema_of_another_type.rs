use adk::agent;

#[agent(model = "gemini-2.5-flash", output_schema = "a city")]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
