use adk::StateKeys;

#[derive(StateKeys)]
#[state(user)]
struct AppState {
    name: String,
}

fn main() {}
