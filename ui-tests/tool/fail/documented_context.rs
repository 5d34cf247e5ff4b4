#![allow(unused_variables)]

use adk::tool;

/// Describes the context.
#[tool]
async fn context(
    /// The context.
    ctx: &adk::ToolContext,
) {
}

fn main() {}
