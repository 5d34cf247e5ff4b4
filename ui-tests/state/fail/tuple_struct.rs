use adk::StateKeys;

#[derive(StateKeys)]
struct AppState(String, u8);

fn main() {}
