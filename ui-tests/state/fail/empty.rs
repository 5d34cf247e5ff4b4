use adk::StateKeys;

#[derive(StateKeys)]
struct AppState;

#[derive(StateKeys)]
struct OtherState {}

fn main() {}
