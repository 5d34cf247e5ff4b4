#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset(part = refunds)]
impl Orders {
    async fn refund(&self) {}
}

fn main() {}
