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
        /// How many.
        #[arg(default = self.most)]
        most: usize,
    ) {
    }
}

fn main() {}
