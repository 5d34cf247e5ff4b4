#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset]
impl Orders {
    fn most() -> usize {
        3
    }

    /// Lists orders.
    #[tool]
    async fn list_orders(
        &self,
        /// How many.
        #[serde(default = "Self::most")]
        most: usize,
    ) {
    }
}

fn main() {}
