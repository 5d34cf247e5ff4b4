use adk::toolset;

struct Orders;

#[toolset(prefix = "order_")]
impl Orders {
    /// Counts the orders.
    #[tool]
    async fn count(&self) {}
}

fn main() {}
