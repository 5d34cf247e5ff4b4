#![allow(unused_variables)]

use adk::tool;

/// Is computed.
#[tool(blocking)]
const fn computed() {}

fn main() {}
