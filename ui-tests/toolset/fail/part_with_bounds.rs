use adk::toolset;

struct Orders<S>(S);

#[toolset(parts = [refunds])]
impl<S: Send + Sync + 'static> Orders<S> {}

#[toolset(part = refunds)]
impl<S: Clone + Send + Sync + 'static> Orders<S> {
    /// Refunds an order.
    #[tool]
    async fn refund(&self) {
        drop(self.0.clone());
    }
}

fn main() {}
