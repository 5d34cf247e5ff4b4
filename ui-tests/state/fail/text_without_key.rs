use adk::StateKeys;

#[derive(StateKeys)]
struct AppState {
    #[state("lastOrder")]
    order: u64,
}

fn main() {}
