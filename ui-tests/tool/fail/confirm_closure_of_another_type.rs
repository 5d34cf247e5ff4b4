#![allow(unused_variables)]

use adk::tool;

/// Pays.
#[tool(confirm = |amount: &str| amount.is_empty())]
async fn pay(
    /// How much.
    amount: f64,
    /// Whom.
    to: &str,
) {
}

fn main() {}
