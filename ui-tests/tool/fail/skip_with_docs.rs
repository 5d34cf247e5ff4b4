#![allow(unused_variables)]

use adk::tool;

/// Describes what the model never sees.
#[tool]
async fn skipped(
    /// A number.
    #[arg(skip = 3)]
    number: u8,
) {
}

fn main() {}
