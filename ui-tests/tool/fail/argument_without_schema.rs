#![allow(unused_variables)]

use adk::tool;

use adk::serde::Deserialize;

#[derive(Deserialize)]
#[serde(crate = "adk::serde")]
struct City {
    name: String,
}

/// Takes what has no schema.
#[tool]
async fn takes(
    /// A city.
    city: Option<&City>,
) {
}

fn main() {}
