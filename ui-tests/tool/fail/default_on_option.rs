#![allow(unused_variables)]

use adk::tool;

/// Has a default for what may be left out.
#[tool]
async fn twice(
    /// A number.
    #[arg(default = Some(3))]
    number: Option<u8>,
) {
}

fn main() {}
