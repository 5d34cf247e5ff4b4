use adk::agent;
use adk::session::{StateKey, StateKeys};

struct AppState;

impl AppState {
    const CITY: StateKey<String> = StateKey::new("city");
    const NAME: StateKey<String> = StateKey::new("user:name");
    const ANSWER: StateKey<u32> = StateKey::new("answer");
}

impl StateKeys for AppState {
    const KEYS: &'static [&'static str] = &[AppState::CITY.name(), AppState::NAME.name(), AppState::ANSWER.name()];
}

#[agent(model = "gemini-2.5-flash", state = AppState, global_instruction = "In {city?} or {app:city?}.")]
fn helper() -> &'static str {
    "You help {name} with the weather in {city}."
}

fn main() {}
