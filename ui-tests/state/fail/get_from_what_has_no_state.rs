use adk::StateKeys;

#[derive(StateKeys)]
struct AppState {
    order: u64,
}

fn reads(order: u64) -> adk::Result<Option<u64>> {
    AppState::ORDER.get(&order)
}

fn main() {}
