#![allow(unused_variables)]

use adk::tool;

/// Wants it for ever.
#[tool]
async fn for_ever(
    /// A text.
    text: &'static str,
) {
}

fn main() {}
