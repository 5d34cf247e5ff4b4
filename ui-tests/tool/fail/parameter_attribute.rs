#![allow(unused_variables)]

use adk::tool;

/// Has an attribute on a parameter that goes nowhere.
#[tool]
async fn renamed(
    /// A city.
    #[validate(length(max = 3))]
    city: &str,
) {
}

fn main() {}
