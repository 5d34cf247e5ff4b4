use adk::toolset;

struct Orders;

#[toolset]
impl Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(&self) {}

    /// Finds an order, too.
    #[tool]
    async fn find_order(&self) {}
}

fn main() {}
