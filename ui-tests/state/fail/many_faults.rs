use adk::StateKeys;

struct Draft;

#[derive(StateKeys)]
struct AppState {
    #[state(usr, app, temp)]
    name: &'static str,
    #[state(key = "user:city")]
    city: String,
    CITY: String,
    draft: Draft,
}

fn reads(ctx: &adk::ToolContext) -> adk::Result<Option<String>> {
    AppState::CITY.get(ctx)
}

fn main() {}
