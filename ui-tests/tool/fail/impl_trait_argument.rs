#![allow(unused_variables)]

use adk::tool;

/// Hides what it takes.
#[tool]
async fn hidden(
    /// A text.
    text: impl ToString,
) {
}

fn main() {}
