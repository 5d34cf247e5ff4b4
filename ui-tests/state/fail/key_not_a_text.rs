use adk::StateKeys;

#[derive(StateKeys)]
struct AppState {
    #[state(key = lastOrder)]
    order: u64,
    #[state(user = true)]
    name: String,
}

fn main() {}
