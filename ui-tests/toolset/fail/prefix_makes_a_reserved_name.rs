#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset(prefix = "transfer")]
impl Orders {
    /// Finds an order.
    #[tool]
    async fn to_agent(&self) {}
}

fn main() {}
