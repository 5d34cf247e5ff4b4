use adk::StateKeys;

#[derive(StateKeys)]
struct AppState {
    #[state(key = "user:name")]
    name: String,
    #[state(key = "app:lastCity")]
    city: String,
}

fn main() {}
