#![allow(unused_variables)]

use adk::tool;

const MOST: u8 = 3;

/// Has a bound that the macro cannot read.
#[tool]
async fn computed(
    /// A number.
    #[arg(max = MOST, min_len = -1, one_of(MOST))]
    number: u8,
) {
}

fn main() {}
