use adk::StateKeys;

#[derive(StateKeys)]
struct AppState {
    #[state(user, key = "name")]
    #[state(key = "firstName")]
    name: String,
}

fn main() {}
