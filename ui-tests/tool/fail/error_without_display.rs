#![allow(unused_variables)]

use adk::tool;

struct Fault;

/// Fails without a word.
#[tool]
async fn fails() -> Result<(), Fault> {
    Err(Fault)
}

fn main() {}
