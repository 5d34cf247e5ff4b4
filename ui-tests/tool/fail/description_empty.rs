#![allow(unused_variables)]

use adk::tool;

#[tool(description = "")]
async fn silent() {}

fn main() {}
