#![allow(unused_variables)]

use adk::{tool, tools, toolset};

struct Orders;

#[toolset]
impl Orders {
    /// Finds an order.
    #[tool]
    async fn find_order(&self) {}
}

/// Tells the time.
#[tool]
async fn get_time() {}

fn main() {
    let _ = tools![get_time::tool()];
}
