#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset(parts = [refunds])]
impl Orders {}

#[toolset(part = refunds)]
impl Orders {
    #[tool]
    async fn refund(&self) {}
}

fn main() {}
