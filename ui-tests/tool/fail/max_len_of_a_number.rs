#![allow(unused_variables)]

use adk::tool;

/// Bounds the length of a number.
#[tool]
async fn wrong(
    /// What it is.
    #[arg(max_len = 3)]
    what: Option<u8>,
) {
}

fn main() {}
