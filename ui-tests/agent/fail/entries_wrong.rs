use adk::{agent, tool, tools};

/// Looks up the weather.
#[tool]
async fn get_weather() {}

#[agent(model = "gemini-2.5-flash", tools = [get_weather(), "get_time", #[inline] get_weather])]
fn helper() -> &'static str {
    "You help."
}

fn main() {
    let _ = tools![3, get_weather, get_weather::tool()];
}
