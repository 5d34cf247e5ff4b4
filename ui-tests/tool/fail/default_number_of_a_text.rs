#![allow(unused_variables)]

use adk::tool;

/// Has a number as the default of a text.
#[tool]
async fn wrong(
    /// What it is.
    #[arg(default = 1)]
    what: String,
) {
}

fn main() {}
