#![deny(deprecated)]
#![allow(unused_variables)]

use adk::tool;

/// Says nothing of its parameter.
#[tool]
async fn silent(city: &str, #[arg(undocumented)] days: u8) {}

fn main() {}
