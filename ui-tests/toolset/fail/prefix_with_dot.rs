#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset(prefix = "shop.")]
impl Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(&self) {}
}

fn main() {}
