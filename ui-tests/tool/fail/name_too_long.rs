#![allow(unused_variables)]

use adk::tool;

/// Has a name of 64 characters.
#[tool(name = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")]
async fn long() {}

fn main() {}
