#![allow(unused_variables)]

use adk::tool;

/// Borrows inside.
#[tool]
async fn inside(
    /// Words.
    words: Vec<&str>,
) {
}

fn main() {}
