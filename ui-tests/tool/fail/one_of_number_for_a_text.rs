#![allow(unused_variables)]

use adk::tool;

/// Lists a number among texts.
#[tool]
async fn wrong(
    /// What it is.
    #[arg(one_of("1", 2))]
    what: String,
) {
}

fn main() {}
