#![allow(unused_variables)]

use adk::tool;

/// Lists a value twice.
#[tool]
async fn wrong(
    /// What it is.
    #[arg(one_of("a", "b", "a"))]
    what: String,
) {
}

fn main() {}
