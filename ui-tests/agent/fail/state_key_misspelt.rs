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

#[agent(model = "gemini-2.5-flash", state = crate::AppState)]
fn helper() -> &'static str {
    "You help with the weather in {ctiy}, as in {mood?}."
}

fn main() {}
