#![allow(unused_variables)]

use adk::tool;

/// Has a default of another type.
#[tool]
async fn wrong(
    /// A number.
    #[arg(default = 'x')]
    number: u8,
) {
}

fn main() {}
