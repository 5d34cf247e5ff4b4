use adk::StateKeys;

#[derive(StateKeys)]
struct AppState {
    #[state(user)]
    name: String,
    #[state(user, key = "name")]
    first_name: String,
}

fn main() {}
