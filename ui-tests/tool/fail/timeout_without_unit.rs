#![allow(unused_variables)]

use adk::tool;

/// Has a time without a unit.
#[tool(timeout = "5")]
async fn late() {}

fn main() {}
