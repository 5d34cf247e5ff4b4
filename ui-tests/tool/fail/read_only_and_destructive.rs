#![allow(unused_variables)]

use adk::tool;

/// Says two things that cannot both be.
#[tool(destructive, read_only)]
async fn keys() {}

fn main() {}
