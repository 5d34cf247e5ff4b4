#![allow(unused_variables)]

use adk::tool;

/// Has a default that the type cannot hold.
#[tool]
async fn wrong(
    /// What it is.
    #[arg(default = 300)]
    what: u8,
) {
}

fn main() {}
