#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset(prefix = "order_of_the_shop_at_the_corner_of_the_street_in_the_old_town", parts = [refunds])]
impl Orders {}

#[toolset(part = refunds)]
impl Orders {
    /// Refunds an order.
    #[tool]
    async fn refund(&self) {}
}

fn main() {}
