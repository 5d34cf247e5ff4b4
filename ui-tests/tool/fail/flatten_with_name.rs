#![allow(unused_variables)]

use adk::tool;

/// Gives a name to what has none.
#[tool]
async fn flat(#[arg(flatten, rename = "x")] fields: std::collections::BTreeMap<String, u8>) {}

fn main() {}
