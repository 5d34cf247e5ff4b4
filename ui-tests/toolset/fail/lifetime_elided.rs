#![allow(unused_variables)]

use adk::toolset;

struct Orders<'a>(&'a str);

#[toolset]
impl Orders<'_> {
    /// Finds an order.
    #[tool]
    async fn find_order(&self) {}
}

fn main() {}
