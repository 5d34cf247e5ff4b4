#![allow(unused_variables)]

use adk::tool;

/// Has an attribute on a parameter that goes nowhere.
#[tool]
async fn renamed(
    /// A city.
    #[serde(rename = "c")]
    city: &str,
) {
}

fn main() {}
