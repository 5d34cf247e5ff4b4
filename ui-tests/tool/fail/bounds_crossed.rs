#![allow(unused_variables)]

use adk::tool;

/// Has bounds that leave nothing.
#[tool]
async fn nothing(
    /// A number.
    #[arg(min = 5, max = 3)]
    number: u8,
) {
}

fn main() {}
