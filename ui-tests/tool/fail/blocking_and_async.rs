#![allow(unused_variables)]

use adk::tool;

/// Cannot be both.
#[tool(blocking)]
async fn both() {}

fn main() {}
