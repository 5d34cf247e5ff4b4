#![allow(unused_variables)]

use adk::tool;

/// Takes a list as a text.
#[tool]
async fn takes(#[arg(undocumented, as_string)] ids: Vec<u64>) {}

fn main() {}
