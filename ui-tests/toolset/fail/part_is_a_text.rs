#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset(part = "refunds")]
impl Orders {
    /// Refunds an order.
    #[tool]
    async fn refund(&self) {}
}

fn main() {}
