use adk::StateKeys;

#[derive(StateKeys)]
struct AppState {
    order: u64,
    city: str,
}

#[derive(StateKeys)]
struct OtherState {
    lines: [u8],
}

fn main() {}
