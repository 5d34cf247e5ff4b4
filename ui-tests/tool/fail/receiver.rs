#![allow(unused_variables)]

use adk::tool;

struct Orders;

impl Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(&self) {}
}

fn main() {}
