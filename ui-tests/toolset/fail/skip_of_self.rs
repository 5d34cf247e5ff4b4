#![allow(unused_variables)]

use adk::toolset;

struct Orders {
    most: usize,
}

#[toolset]
impl Orders {
    /// Lists orders.
    #[tool]
    async fn list_orders(
        &self,
        #[arg(skip = self.most)] limit: usize,
    ) {
    }
}

fn main() {}
