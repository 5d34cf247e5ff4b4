#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset]
impl Orders {
    /// Cancels an order.
    #[tool(confirm = Self::is_large(self, amuont))]
    async fn cancel_order(
        &self,
        /// What it is worth.
        amount: u32,
    ) {
    }

    fn is_large(&self, amount: &u32) -> bool {
        *amount > 100
    }
}

fn main() {}
