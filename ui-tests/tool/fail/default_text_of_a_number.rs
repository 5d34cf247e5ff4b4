#![allow(unused_variables)]

use adk::tool;

/// Has a text as the default of a number.
#[tool]
async fn wrong(
    /// What it is.
    #[arg(default = "1")]
    what: u8,
) {
}

fn main() {}
