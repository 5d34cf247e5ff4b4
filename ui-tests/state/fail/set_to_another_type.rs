use adk::StateKeys;

use adk::ToolContext;

#[derive(StateKeys)]
struct AppState {
    city: String,
    order: u64,
    cities: Vec<String>,
}

fn writes(ctx: &ToolContext) -> adk::Result<()> {
    AppState::CITY.set(ctx, 7)?;
    AppState::ORDER.set(ctx, "seven")?;
    AppState::ORDER.set(ctx, 7_i8)?;
    AppState::CITIES.set(ctx, "Paris")
}

fn main() {}
