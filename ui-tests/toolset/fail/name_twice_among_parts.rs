#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset(parts = [more::refunds, #[cfg(any())] more::missing, more::exchanges])]
impl Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(&self) {}
}

mod more {
    use adk::toolset;

    #[toolset(part = refunds)]
    impl super::Orders {
        /// Refunds an order.
        #[tool]
        async fn refund(&self) {}
    }

    #[toolset(part = exchanges)]
    impl super::Orders {
        /// Takes an order back.
        #[tool(name = "refund")]
        async fn take_back(&self) {}
    }
}

fn main() {}
