#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset(parts = [more::refunds])]
impl Orders {}

mod more {}

fn main() {}
