#![allow(unused_variables)]

use adk::tool;

/// May pay twice.
#[tool(retries = 3)]
async fn pays() {}

fn main() {}
