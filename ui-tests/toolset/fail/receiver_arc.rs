#![allow(unused_variables)]

use std::sync::Arc;

use adk::toolset;

struct Orders;

#[toolset]
impl Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(self: Arc<Self>) {}
}

fn main() {}
