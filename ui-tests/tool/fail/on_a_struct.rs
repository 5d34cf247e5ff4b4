#![allow(unused_variables)]

use adk::tool;

/// Is no function.
#[tool]
struct Weather;

fn main() {}
