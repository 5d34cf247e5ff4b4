#![allow(unused_variables)]

use adk::tool;

struct Pool;

/// Takes what no context has.
#[tool]
async fn takes(#[inject] pool: &Pool) {}

fn main() {}
