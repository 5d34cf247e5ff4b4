#![allow(unused_variables)]

use adk::tool;

/// Lists values, and takes a list.
#[tool]
async fn wrong(
    /// What it is.
    #[arg(one_of("a", "b"))]
    what: Vec<String>,
) {
}

fn main() {}
