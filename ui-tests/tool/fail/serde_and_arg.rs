#![allow(unused_variables)]

use adk::tool;

/// Says things twice.
#[tool]
async fn twice(
    #[serde(rename = "a", default)]
    #[arg(undocumented, rename = "b", default = 1)]
    number: u8,
    #[schemars(range(max = 5))]
    #[arg(undocumented, as_string)]
    id: u64,
) {
}

fn main() {}
