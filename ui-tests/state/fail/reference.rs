use adk::StateKeys;

#[derive(StateKeys)]
struct AppState {
    city: &'static str,
    lines: Option<&'static [u8]>,
}

fn main() {}
