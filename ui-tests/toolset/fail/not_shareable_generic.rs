#![allow(unused_variables)]

use adk::toolset;

struct Orders<S>(S);

#[toolset]
impl<S: Clone> Orders<S> {
    /// Finds an order.
    #[tool]
    async fn find_order(&self) {}
}

fn main() {}
