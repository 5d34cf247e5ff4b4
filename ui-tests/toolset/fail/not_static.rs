use adk::toolset;

struct Orders<S>(S);

#[toolset]
impl<S: Send + Sync> Orders<S> {
    /// Finds an order.
    #[tool]
    async fn find_order(&self) {
        let _ = &self.0;
    }

    /// Lists orders.
    #[tool(blocking)]
    fn list_orders(&self) {
        let _ = &self.0;
    }
}

fn main() {}
