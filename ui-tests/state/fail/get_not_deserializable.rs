use adk::StateKeys;

use adk::ToolContext;
use adk::serde::Serialize;

#[derive(Serialize)]
#[serde(crate = "adk::serde")]
struct Draft {
    lines: Vec<String>,
}

#[derive(StateKeys)]
struct AppState {
    draft: Draft,
}

fn reads(ctx: &ToolContext) -> adk::Result<Option<Draft>> {
    AppState::DRAFT.get(ctx)
}

fn main() {}
