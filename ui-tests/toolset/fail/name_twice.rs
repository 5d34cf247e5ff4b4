#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset]
impl Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(&self) {}

    #[cfg(any())]
    /// Is left out.
    #[tool]
    async fn left_out(&self) {}

    /// Finds an order by its customer.
    #[tool(name = "find_order")]
    async fn find_by_customer(&self) {}
}

fn main() {}
