use adk::StateKeys;

use adk::{InvocationContext, ReadonlyContext};

#[derive(StateKeys)]
struct AppState {
    order: u64,
}

fn writes(readonly: &ReadonlyContext, ctx: &InvocationContext) -> adk::Result<()> {
    AppState::ORDER.set(readonly, 7)?;
    AppState::ORDER.set(ctx, 7)
}

fn main() {}
