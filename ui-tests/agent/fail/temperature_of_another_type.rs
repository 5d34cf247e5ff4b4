use adk::agent;

#[agent(model = "gemini-2.5-flash", temperature = "hot")]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
