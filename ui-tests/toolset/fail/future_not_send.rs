#![allow(unused_variables)]

use std::rc::Rc;

use adk::toolset;

struct Orders;

#[toolset]
impl Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(&self) {
        let held = Rc::new(3);
        async {}.await;
        drop(held);
    }
}

fn main() {}
