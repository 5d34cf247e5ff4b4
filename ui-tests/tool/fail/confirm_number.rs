#![allow(unused_variables)]

use adk::tool;

/// Pays.
#[tool(confirm = 1)]
async fn pay(
    /// How much.
    amount: f64,
    /// Whom.
    to: &str,
) {
}

fn main() {}
