#![allow(unused_variables)]

use adk::tool;

/// Names a lifetime.
#[tool]
async fn lifetime<'a>() {}

fn main() {}
