use adk::StateKeys;

use adk::ToolContext;

#[derive(StateKeys)]
struct AppState {
    order: u64,
}

fn reads(ctx: &ToolContext) -> adk::Result<Option<String>> {
    AppState::ORDER.get(ctx)
}

fn main() {}
