#![allow(unused_variables)]

use adk::tool;

/// Pays.
#[tool(confirm("Really?"))]
async fn pay(
    /// How much.
    amount: f64,
    /// Whom.
    to: &str,
) {
}

fn main() {}
