use adk::agent;

#[agent(model = "gemini-2.5-flash", name = "weather-agent")]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
