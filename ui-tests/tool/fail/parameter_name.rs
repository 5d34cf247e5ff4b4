#![allow(unused_variables)]

use adk::tool;

/// Has parameters of bad names.
#[tool]
async fn sizes(
    /// A size.
    größe: u8,
    /// Another.
    #[arg(rename = "a b")]
    other: u8,
) {
}

fn main() {}
