#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset]
impl Orders {
    /// Finds orders.
    #[tool]
    async fn find_orders(
        &self,
        /// How many.
        #[arg(max = 300)]
        limit: u8,
    ) {
    }
}

fn main() {}
