#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset(prefx = "order", speed = 3)]
impl Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(&self) {}
}

fn main() {}
