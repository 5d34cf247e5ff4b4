#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset(prefix = "order_of_the_shop_at_the_corner_of_the_street_in_the_old_town")]
impl Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(&self) {}
}

fn main() {}
