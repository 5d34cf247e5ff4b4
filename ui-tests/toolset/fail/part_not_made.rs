#![allow(unused_variables)]

use adk::toolset;

struct Orders;

#[toolset(parts = [String])]
impl Orders {}

fn main() {}
