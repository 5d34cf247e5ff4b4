#![allow(unused_variables)]

use adk::tool;

/// Has a bound that no value of the type reaches.
#[tool]
async fn wrong(
    /// What it is.
    #[arg(min = 300)]
    what: u8,
) {
}

fn main() {}
