#![allow(unused_variables)]

use adk::tool;

/// Has a key twice.
#[tool(name = "a", name = "b")]
async fn keys() {}

fn main() {}
