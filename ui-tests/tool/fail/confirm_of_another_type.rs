#![allow(unused_variables)]

use adk::tool;

fn is_large(amount: &u32) -> bool {
    *amount > 1000
}

/// Pays.
#[tool(confirm = is_large(amount))]
async fn pay(
    /// How much.
    amount: f64,
    /// Whom.
    to: &str,
) {
}

fn main() {}
