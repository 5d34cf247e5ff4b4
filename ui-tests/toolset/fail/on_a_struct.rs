#![allow(unused_variables)]

use adk::toolset;


#[toolset]
struct Orders;

fn main() {}
