#![allow(unused_variables)]

use adk::tool;

/// Bounds a list as if it were a number.
#[tool]
async fn wrong(
    /// What it is.
    #[arg(max = 5)]
    what: &[String],
) {
}

fn main() {}
