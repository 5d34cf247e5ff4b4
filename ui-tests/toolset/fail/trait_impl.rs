#![allow(unused_variables)]

use adk::toolset;

struct Orders;

trait Find {
    async fn find_order(&self);
}

#[toolset]
impl Find for Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(&self) {}
}

fn main() {}
