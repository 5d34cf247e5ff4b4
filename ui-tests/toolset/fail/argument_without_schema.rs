#![allow(unused_variables)]

use adk::toolset;

struct Orders;

struct Number;

#[toolset]
impl Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(&self, #[arg(undocumented)] number: Number) {}
}

fn main() {}
