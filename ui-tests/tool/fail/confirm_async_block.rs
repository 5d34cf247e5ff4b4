#![allow(unused_variables)]

use adk::tool;

/// Pays.
#[tool(confirm = |amount, to: &str| async move { *amount > 1000.0 })]
async fn pay(
    /// How much.
    amount: f64,
    /// Whom.
    to: &str,
) {
}

fn main() {}
