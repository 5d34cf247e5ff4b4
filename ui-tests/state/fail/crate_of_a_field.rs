use adk::StateKeys;

#[derive(StateKeys)]
struct AppState {
    #[state(crate = adk)]
    name: String,
}

fn main() {}
