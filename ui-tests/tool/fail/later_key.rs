#![allow(unused_variables)]

use adk::tool;

/// Has a key that is not there yet.
#[tool(confirm)]
async fn asks() {}

fn main() {}
