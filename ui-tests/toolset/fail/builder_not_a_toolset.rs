#![allow(unused_variables)]

use adk::LlmAgent;

struct Orders;



fn main() {
    let _ = LlmAgent::builder("desk").toolset(Orders);
}
