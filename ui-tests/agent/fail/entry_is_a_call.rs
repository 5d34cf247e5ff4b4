use adk::agent;

#[agent(model = "gemini-2.5-flash", tools = [get_weather::tool()])]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
