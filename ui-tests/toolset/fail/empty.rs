#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset]
impl Orders {
    async fn find_order(&self) {}
}

fn main() {}
