#![allow(unused_variables)]

use adk::tool;

#[tool]
async fn silent() {}

fn main() {}
