#![allow(unused_variables)]

use adk::tool;

use adk::ToolContext;

/// Takes two contexts.
#[tool]
async fn two(one: &ToolContext, other: &ToolContext) {}

fn main() {}
