#![allow(unused_variables)]

use adk::tool;

/// Has no name for it.
#[tool]
async fn nameless(
    /// A number.
    _: u8,
) {
}

fn main() {}
