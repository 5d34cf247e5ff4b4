#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset(name = " ")]
impl Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(&self) {}
}

fn main() {}
