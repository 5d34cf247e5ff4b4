#![deny(warnings)]
#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset]
impl Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(&self, number: u8) {}

    /// Lists orders.
    #[allow(deprecated)]
    #[tool]
    async fn list_orders(&self, most: u8) {}
}

fn main() {}
