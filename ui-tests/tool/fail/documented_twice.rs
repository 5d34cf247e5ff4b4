#![allow(unused_variables)]

use adk::tool;

/// Describes one thing twice.
///
/// # Arguments
/// * `city` - A city.
#[tool]
async fn twice(
    /// A city.
    city: &str,
) {
}

fn main() {}
