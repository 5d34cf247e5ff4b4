#![allow(unused_variables)]

use adk::tool;

/// Takes what is not there.
#[tool(confirm = |number| true)]
async fn of_nothing(#[arg(undocumented)] number: Nothing) {}

fn main() {}
