#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset]
impl Orders {
    const MOST: &str = "three";

    /// Finds an order.
    #[tool]
    async fn find_order(&self, #[arg(undocumented, default = Self::MOST)] most: u8) {}
}

fn main() {}
