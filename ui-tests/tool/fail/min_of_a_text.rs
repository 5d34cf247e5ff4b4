#![allow(unused_variables)]

use adk::tool;

/// Bounds a text as if it were a number.
#[tool]
async fn wrong(
    /// What it is.
    #[arg(min = 1)]
    what: &str,
) {
}

fn main() {}
