use adk::StateKeys;

#[derive(StateKeys)]
enum AppState {
    City,
}

fn main() {}
