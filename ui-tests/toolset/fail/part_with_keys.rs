#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset(part = refunds, name = "refunds", prefix = "refund", parts = [more])]
impl Orders {
    /// Refunds an order.
    #[tool]
    async fn refund(&self) {}
}

fn main() {}
