#![allow(unused_variables)]

use adk::tool;

/// Has misspelt keys.
#[tool]
async fn keys(
    /// A number.
    #[arg(maxx = 3, defualt)]
    number: u8,
) {
}

fn main() {}
