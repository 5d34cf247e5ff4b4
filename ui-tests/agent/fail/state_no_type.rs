use adk::agent;

#[agent(model = "gemini-2.5-flash", state = "city")]
fn helper() -> &'static str {
    "You help with the weather in {city}."
}

fn main() {}
