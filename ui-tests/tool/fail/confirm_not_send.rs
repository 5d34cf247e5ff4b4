#![allow(unused_variables)]

use adk::tool;

/// Pays.
#[tool(confirm = async |amount| { let shared = std::rc::Rc::new(1); std::future::ready(()).await; *shared == 1 })]
async fn pay(
    /// How much.
    amount: f64,
    /// Whom.
    to: &str,
) {
}

fn main() {}
