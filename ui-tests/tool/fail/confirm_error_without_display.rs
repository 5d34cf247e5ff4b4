#![allow(unused_variables)]

use adk::tool;

struct Fault;

/// Pays.
#[tool(confirm = |amount| Err(Fault))]
async fn pay(
    /// How much.
    amount: f64,
    /// Whom.
    to: &str,
) {
}

fn main() {}
