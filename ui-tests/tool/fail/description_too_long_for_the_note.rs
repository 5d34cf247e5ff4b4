#![allow(unused_variables)]

use adk::tool;

#[tool(long_running, description = "Waits for a person and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and w")]
async fn waits() {}

const COMPUTED: &str = "Waits for a person and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and waits and w";

#[tool(long_running, description = COMPUTED)]
async fn waits_too() {}

fn main() {}
