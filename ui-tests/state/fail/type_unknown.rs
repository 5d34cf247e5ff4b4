use adk::StateKeys;

#[derive(StateKeys)]
struct AppState {
    city: Strng,
    #[state(temp)]
    draft: missing::Draft,
}

fn reads(ctx: &adk::ToolContext) -> adk::Result<()> {
    let _ = AppState::CITY.get(ctx)?;
    AppState::DRAFT.set(ctx, "x")
}

fn main() {}
