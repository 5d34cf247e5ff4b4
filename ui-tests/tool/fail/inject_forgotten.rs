#![allow(unused_variables)]

use adk::tool;

use adk::ToolContext as Ctx;

/// Takes the context under another name.
#[tool]
async fn takes(#[arg(undocumented)] ctx: &Ctx) {}

fn main() {}
