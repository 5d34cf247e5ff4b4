#![allow(unused_variables)]

use adk::toolset;


#[toolset]
async fn find_order() {}

fn main() {}
