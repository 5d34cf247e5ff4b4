#![allow(unused_variables)]

use adk::tool;

fn question(amount: &f64) -> String {
    format!("Really pay {amount}?")
}

/// Pays.
#[tool(confirm = question(amount))]
async fn pay(
    /// How much.
    amount: f64,
    /// Whom.
    to: &str,
) {
}

fn main() {}
