use adk::StateKeys;

#[derive(StateKeys)]
struct AppState {
    _adk_city: String,
    #[state(user, key = "_adk")]
    name: String,
}

fn main() {}
