#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset]
#[toolset]
impl Orders {
    /// Finds an order.
    #[tool]
    #[tool]
    async fn find_order(&self) {}
}

fn main() {}
