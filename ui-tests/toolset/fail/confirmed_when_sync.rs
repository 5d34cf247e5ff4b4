use adk::tool::{StaticToolset, ToolsetExt};
use adk::{tool, tools};

/// Pays.
#[tool]
async fn pay() {}

fn main() {
    let bank = StaticToolset::new("bank", tools![pay]);
    let _ = bank.confirmed_when("Really?", |_, tool, _| tool.name() == "pay");
}
