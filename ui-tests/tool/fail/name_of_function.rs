#![allow(unused_variables)]

use adk::tool;

/// Has a name that no vendor takes.
#[tool]
async fn größe() {}

fn main() {}
