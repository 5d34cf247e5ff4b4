use std::sync::Arc;

use adk::agent;

struct Orders;

/// Finds orders.
#[agent(model = "gemini-2.5-flash")]
fn clerk(orders: &Orders) -> &'static str {
    let _ = orders;
    "Find orders."
}

/// Helps.
#[agent(
    model = "gemini-2.5-flash",
    sub_agents = [clerk(orders.clone()), #[cfg(not(any()))] clerk(orders)]
)]
fn desk(orders: Arc<Orders>) -> &'static str {
    let _ = orders;
    "Help."
}

fn main() {}
