use adk::toolset;

struct Orders;

#[toolset(prefix = "adk")]
impl Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(&self) {}
}

fn main() {}
