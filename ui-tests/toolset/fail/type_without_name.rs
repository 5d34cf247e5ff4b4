#![allow(unused_variables)]

use adk::toolset;


#[toolset]
impl (u8, u8) {
    /// Finds an order.
    #[tool]
    async fn find_order(&self) {}
}

fn main() {}
