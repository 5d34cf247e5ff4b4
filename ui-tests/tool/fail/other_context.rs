#![allow(unused_variables)]

use adk::tool;

/// Takes a context of another room.
#[tool]
async fn other(ctx: &adk::CallbackContext) {}

fn main() {}
