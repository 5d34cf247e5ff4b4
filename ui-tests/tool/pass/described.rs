#![deny(warnings)]

use adk::tool;

/// Is described in its section.
///
/// # Arguments
/// * `city` - A city.
/// - days: How many.
#[tool]
async fn section(city: &str, days: u8) {
    let _ = (city, days);
}

/// Needs no description of a parameter.
#[tool]
#[allow(deprecated)]
async fn quiet(city: &str) {
    let _ = city;
}

#[tool(description = concat!("Is ", "computed."))]
async fn computed(#[arg(undocumented)] city: &str, #[arg(description = "Days.")] days: u8) {
    let _ = (city, days);
}

#[doc = include_str!("described.rs")]
#[tool(description = "Has docs for people only.")]
async fn included() {}

fn main() {}
