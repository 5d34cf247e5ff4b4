#![allow(unused_variables)]

use adk::toolset;

struct Orders {
    limit: u32,
}

#[toolset]
impl Orders {
    /// Cancels an order.
    #[tool(confirm = |amount| *amount > self.limit)]
    async fn cancel_order(
        &self,
        /// What it is worth.
        amount: u32,
    ) {
    }
}

fn main() {}
