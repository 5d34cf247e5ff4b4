#![allow(unused_variables)]

use adk::tool;

/// Comes from C.
#[tool(blocking)]
extern "C" fn from_c() {}

fn main() {}
