#![allow(unused_variables)]

use adk::{toolset, tools};

struct Orders;

#[toolset]
impl Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(&self) {}
}

fn main() {
    let _ = tools![Orders];
}
