#![allow(unused_variables)]

use adk::toolset;


#[toolset]
impl Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(&self) {}
}

fn main() {}
