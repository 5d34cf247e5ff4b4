use adk::agent;

#[agent(model = "gemini-2.5-flash")]
fn helper() -> &'static str {
    "You help {user:name with the weather in {city}."
}

fn main() {}
