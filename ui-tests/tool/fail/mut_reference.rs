#![allow(unused_variables)]

use adk::tool;

/// Changes what it takes.
#[tool]
async fn changes(
    /// A text.
    text: &mut String,
) {
}

fn main() {}
