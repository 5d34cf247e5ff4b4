#![allow(unused_variables)]

use adk::tool;

const NOTHING: &str = " ";

#[tool(description = NOTHING)]
async fn silent() {}

fn main() {}
