#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset(prefix = "transfer", parts = [others])]
impl Orders {}

#[toolset(part = others)]
impl Orders {
    /// Hands an order over.
    #[tool]
    async fn to_agent(&self) {}
}

fn main() {}
