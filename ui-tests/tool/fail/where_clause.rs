#![allow(unused_variables)]

use adk::tool;

/// Asks for something.
#[tool]
async fn bounded()
where
    String: Clone,
{
}

fn main() {}
