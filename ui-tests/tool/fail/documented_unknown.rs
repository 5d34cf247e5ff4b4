#![allow(unused_variables)]

use adk::tool;

/// Describes what is not there.
///
/// # Arguments
/// * `citi` - A city.
/// * `colour` - A colour.
#[tool]
async fn unknown(#[arg(undocumented)] city: &str) {}

fn main() {}
