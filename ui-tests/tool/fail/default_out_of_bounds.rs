#![allow(unused_variables)]

use adk::tool;

/// Has a default that it would refuse.
#[tool]
async fn outside(
    /// A number.
    #[arg(default = 9, max = 5)]
    number: u8,
) {
}

fn main() {}
