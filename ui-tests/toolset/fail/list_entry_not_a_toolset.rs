#![allow(unused_variables)]

use adk::tools;

struct Orders;

impl Orders {}

fn main() {
    let _ = tools![..Orders];
}
