#![allow(unused_variables)]

use adk::tool;

/// Orders tea.
#[tool(long_running, timeout = "5s")]
async fn order() {}

fn main() {}
