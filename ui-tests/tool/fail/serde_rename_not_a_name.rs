#![allow(unused_variables)]

use adk::tool;

/// Has a name that no vendor takes.
#[tool]
async fn renamed(
    #[serde(rename = "a b")]
    #[arg(undocumented)]
    number: u8,
) {
}

fn main() {}
