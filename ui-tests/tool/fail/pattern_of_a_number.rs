#![allow(unused_variables)]

use adk::tool;

/// Has a pattern for a number.
#[tool]
async fn wrong(
    /// What it is.
    #[arg(pattern = "^[0-9]+$")]
    what: f64,
) {
}

fn main() {}
