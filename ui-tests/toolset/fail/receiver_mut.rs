#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset]
impl Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(&mut self) {}
}

fn main() {}
