use adk::toolset;

struct Orders;

#[toolset(part = "refunds")]
impl Orders {
    /// Gives money back.
    #[tool]
    async fn refund(&self) {}
}

fn main() {}
