#![allow(unused_variables)]

use adk::tool;

/// Has one name twice.
#[tool]
async fn twice(
    /// A size.
    size: u8,
    /// Another.
    #[arg(rename = "size")]
    other: u8,
) {
}

fn main() {}
