#![allow(unused_variables)]

use adk::tool;

/// Has a name of the framework's.
#[tool]
async fn transfer_to_agent() {}

fn main() {}
