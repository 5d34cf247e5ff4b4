use adk::agent;

async fn get_weather() -> String {
    "Sunny.".into()
}

#[agent(model = "gemini-2.5-flash", tools = [get_weather])]
fn helper() -> &'static str {
    "You help."
}

fn main() {}
