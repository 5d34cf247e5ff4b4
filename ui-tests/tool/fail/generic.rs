#![allow(unused_variables)]

use adk::tool;

/// Takes anything.
#[tool]
async fn generic<T: Clone, const N: usize>() {}

fn main() {}
