#![allow(unused_variables)]

use adk::tool;

/// Has a bound below each value of the type.
#[tool]
async fn wrong(
    /// What it is.
    #[arg(max = -1)]
    what: std::num::NonZeroU8,
) {
}

fn main() {}
