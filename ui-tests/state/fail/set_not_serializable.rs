use adk::StateKeys;

use adk::ToolContext;
use adk::serde::Deserialize;

#[derive(Deserialize)]
#[serde(crate = "adk::serde")]
struct Draft {
    lines: Vec<String>,
}

#[derive(StateKeys)]
struct AppState {
    draft: Draft,
}

fn writes(ctx: &ToolContext, draft: Draft) -> adk::Result<()> {
    AppState::DRAFT.set(ctx, draft)
}

fn main() {}
