#![allow(unused_variables)]

use adk::tool;

/// Has a bound that a whole number cannot have.
#[tool]
async fn wrong(
    /// What it is.
    #[arg(max = 0.5)]
    what: i32,
) {
}

fn main() {}
