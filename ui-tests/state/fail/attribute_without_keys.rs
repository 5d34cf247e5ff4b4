use adk::StateKeys;

#[derive(StateKeys)]
struct AppState {
    #[state]
    city: String,
    #[state = "user"]
    name: String,
    #[state()]
    order: u64,
}

fn main() {}
