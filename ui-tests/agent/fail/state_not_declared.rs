use adk::agent;

struct AppState {
    city: String,
}

#[agent(model = "gemini-2.5-flash", state = AppState)]
fn helper() -> &'static str {
    "You help with the weather in {city}."
}

fn main() {
    let _ = AppState { city: String::new() }.city;
}
