use adk::toolset;

struct Orders;

#[toolset]
impl Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(&self, #[arg(undocumented)] number: u64) {
        number.
    }
}

fn main() {
    drop(Orders.find_order(3));
    let _ = adk::tools![..Orders];
}
