#![allow(unused_variables)]

use adk::tool;

/// Bounds the length of what has none.
#[tool]
async fn wrong(
    /// What it is.
    #[arg(min_len = 1)]
    what: bool,
) {
}

fn main() {}
