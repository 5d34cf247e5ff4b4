#![allow(unused_variables)]

use std::cell::Cell;

use adk::toolset;

struct Orders {
    last: Cell<u64>,
}

#[toolset]
impl Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(&self, #[arg(undocumented)] number: u64) -> u64 {
        self.last.set(number);
        number
    }

    /// Lists the orders.
    #[tool(blocking)]
    fn list_orders(&self) {}
}

fn main() {
    let _ = adk::tools![..Orders { last: Cell::new(0) }];
}
