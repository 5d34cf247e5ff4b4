use adk::toolset;

struct Orders;

#[toolset]
impl Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(&self) {}
}

#[toolset]
impl Orders {
    /// Refunds an order.
    #[tool]
    async fn refund(&self) {}
}

fn main() {}
