#![allow(unused_variables)]

use adk::tool;

/// Lists a text among numbers.
#[tool]
async fn wrong(
    /// What it is.
    #[arg(one_of(1, "2"))]
    what: u8,
) {
}

fn main() {}
