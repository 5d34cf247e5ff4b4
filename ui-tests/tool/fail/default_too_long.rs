#![allow(unused_variables)]

use adk::tool;

/// Has a default that is too long.
#[tool]
async fn wrong(
    /// What it is.
    #[arg(default = "long", max_len = 3)]
    what: String,
) {
}

fn main() {}
