#![allow(unused_variables)]

use adk::tool;

/// Takes a pair apart.
#[tool]
async fn apart(
    /// A pair.
    (left, right): (u8, u8),
) {
}

fn main() {}
