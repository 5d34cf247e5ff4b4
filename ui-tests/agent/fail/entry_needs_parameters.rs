use adk::{agent, tool};

/// Looks up the weather.
#[tool]
async fn get_weather() {}

struct Orders;

#[agent(model = "gemini-2.5-flash")]
fn clerk(_orders: &Orders) -> &'static str {
    "You take orders."
}

#[agent(model = "gemini-2.5-flash", tools = [get_weather, clerk])]
fn helper() -> &'static str {
    "You help."
}

fn main() {
    let _ = adk::tools![clerk];
}
