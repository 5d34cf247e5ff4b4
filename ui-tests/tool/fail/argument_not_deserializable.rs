#![allow(unused_variables)]

use adk::tool;

struct City;

/// Takes what does not decode.
#[tool]
async fn takes(
    /// A city.
    city: City,
) {
}

fn main() {}
