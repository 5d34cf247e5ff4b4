use adk::agent;

#[agent(model = "gemini-2.5-flash", temprature = 0.2)]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
