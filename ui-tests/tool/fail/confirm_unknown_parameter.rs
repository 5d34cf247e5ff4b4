#![allow(unused_variables)]

use adk::tool;

fn is_large(amount: &f64) -> bool {
    *amount > 1000.0
}

/// Pays.
#[tool(confirm = is_large(amuont))]
async fn pay(
    /// How much.
    amount: f64,
    /// Whom.
    to: &str,
) {
}

fn main() {}
