#![allow(unused_variables)]

use adk::tool;

/// Has keys of the wrong form.
#[tool(name, blocking = true, timeout = 5)]
async fn keys() {}

fn main() {}
