use adk::agent;

#[agent(model = "gemini-2.5-flash", tools = get_weather)]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
