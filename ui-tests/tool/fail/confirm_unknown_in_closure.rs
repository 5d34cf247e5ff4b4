#![allow(unused_variables)]

use adk::tool;

/// Pays.
#[tool(confirm = |price| true)]
async fn pay(
    /// How much.
    amount: f64,
    /// Whom.
    to: &str,
) {
}

fn main() {}
