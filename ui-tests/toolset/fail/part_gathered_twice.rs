use adk::toolset;

struct Orders;

#[toolset(parts = [refunds, refunds])]
impl Orders {}

#[toolset(part = refunds)]
impl Orders {
    /// Refunds an order.
    #[tool]
    async fn refund(&self) {}
}

fn main() {}
