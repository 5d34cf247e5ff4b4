use adk::StateKeys;

#[derive(StateKeys)]
struct AppState {
    #[state(key = "last order")]
    order: u64,
    #[state(user, key = "1st")]
    first: u64,
    #[state(key = "")]
    none: u64,
    #[state(key = "artifact.plan")]
    plan: String,
    #[state(key = "team:size")]
    size: u64,
}

fn main() {}
