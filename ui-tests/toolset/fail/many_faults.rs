#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset(prefx = "order")]
impl Orders {
    /// Finds an order.
    #[tool(retries = 3)]
    async fn find_order(&self, #[arg(defalt = 3)] number: u64) {}

    #[tool]
    fn list_orders(&mut self) {}
}

fn main() {
    let orders = Orders;
    drop(orders.find_order(3));
    let _ = adk::tools![..orders];
    let _ = adk::LlmAgent::builder("desk").toolset(std::sync::Arc::new(Orders));
}
