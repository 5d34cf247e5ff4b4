#![allow(unused_variables)]

use adk::tool;

/// Has a key that serde does not know.
#[tool]
async fn unknown(
    #[serde(defualt)]
    #[arg(undocumented)]
    number: u8,
) {
}

fn main() {}
