#![allow(unused_variables)]

use adk::tool;

/// Waits for nothing.
#[tool]
fn sync() {}

fn main() {}
