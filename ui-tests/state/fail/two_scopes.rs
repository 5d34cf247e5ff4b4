use adk::StateKeys;

#[derive(StateKeys)]
struct AppState {
    #[state(user, app)]
    name: String,
    #[state(session, key = "town")]
    #[state(temp)]
    city: String,
}

fn main() {}
