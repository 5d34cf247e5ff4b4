#![allow(unused_variables)]

use adk::tool;

/// Does nothing yet.
#[tool]
async fn not_yet(
    /// A number.
    number: u8,
);

fn main() {}
