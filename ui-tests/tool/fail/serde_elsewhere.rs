#![allow(unused_variables)]

use adk::tool;

/// Says what `#[arg]` says.
#[tool]
async fn elsewhere(
    #[serde(flatten)]
    #[arg(undocumented)]
    all: std::collections::HashMap<String, String>,
    #[serde(skip)]
    #[arg(undocumented)]
    none: u8,
) {
}

fn main() {}
