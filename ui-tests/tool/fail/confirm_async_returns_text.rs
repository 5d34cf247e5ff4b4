#![allow(unused_variables)]

use adk::tool;

/// Pays.
#[tool(confirm = async |amount: &f64| format!("Really pay {amount}?"))]
async fn pay(
    /// How much.
    amount: f64,
    /// Whom.
    to: &str,
) {
}

fn main() {}
