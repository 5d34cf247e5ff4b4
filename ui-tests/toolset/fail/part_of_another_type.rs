#![allow(unused_variables)]

use adk::toolset;

struct Orders;

struct Desk;

#[toolset(parts = [refunds])]
impl Orders {}

#[toolset(part = refunds)]
impl Desk {
    /// Refunds an order.
    #[tool]
    async fn refund(&self) {}
}

fn main() {}
