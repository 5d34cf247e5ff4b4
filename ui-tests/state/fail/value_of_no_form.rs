use adk::StateKeys;

struct Draft {
    lines: Vec<String>,
}

#[derive(StateKeys)]
struct AppState {
    city: String,
    #[state(temp)]
    draft: Draft,
    drafts: Vec<Draft>,
}

fn main() {}
