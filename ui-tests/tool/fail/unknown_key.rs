#![allow(unused_variables)]

use adk::tool;

/// Has a misspelt key, and one that means nothing.
#[tool(descripton = "x", colour = "red")]
async fn keys() {}

fn main() {}
