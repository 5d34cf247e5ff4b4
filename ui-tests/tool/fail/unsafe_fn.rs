#![allow(unused_variables)]

use adk::tool;

/// Is unsafe.
#[tool]
async unsafe fn dangerous() {}

fn main() {}
