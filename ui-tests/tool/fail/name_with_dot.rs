#![allow(unused_variables)]

use adk::tool;

/// Has a dot in its name.
#[tool(name = "orders.find")]
async fn find() {}

fn main() {}
