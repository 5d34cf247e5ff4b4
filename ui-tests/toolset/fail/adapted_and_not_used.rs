#![deny(unused_must_use)]

use adk::tool::{AllowedTools, StaticToolset, ToolsetExt};
use adk::{tool, tools};

/// Pays.
#[tool]
async fn pay() {}

fn main() {
    let bank = || StaticToolset::new("bank", tools![pay]);
    bank().prefixed("bank");
    bank().confirmed("Really?");
    bank().filtered(AllowedTools::new(["pay"]));
}
