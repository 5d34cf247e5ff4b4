#![allow(unused_variables)]

use adk::tool;

/// Hides what it returns.
#[tool]
async fn hidden() -> Result<impl ToString, String> {
    Ok("a")
}

fn main() {}
