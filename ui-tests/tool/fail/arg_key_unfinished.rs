#![allow(unused_variables)]

use adk::tool;

/// Is still being written.
#[tool]
async fn unfinished(
    #[arg(undocumented)]
    #[arg(max = 5, default = )]
    number: u8,
) {
}

fn main() {}
