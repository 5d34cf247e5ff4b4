#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset]
impl Orders {
    /// Finds an order.
    #[tool]
    fn find_order(&self) {}
}

fn main() {}
