use adk::StateKeys;

#[derive(StateKeys)]
union AppState {
    city: u8,
}

fn main() {}
