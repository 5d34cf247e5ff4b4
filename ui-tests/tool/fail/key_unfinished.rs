#![allow(unused_variables)]

use adk::tool;

/// Is still being written.
#[tool(name = "other", confirm = |number| )]
async fn unfinished(#[arg(undocumented)] number: u8) {}

fn main() {}
