#![allow(unused_variables)]

use adk::toolset;

struct Orders;

struct Order;

#[toolset]
impl Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(&self) -> Order {
        Order
    }
}

fn main() {}
