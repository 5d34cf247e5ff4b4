#![allow(unused_variables)]

use adk::tool;

/// Has a key that schemars does not know.
#[tool]
async fn unknown(
    #[schemars(rang(min = 1))]
    #[arg(undocumented)]
    number: u8,
) {
}

fn main() {}
