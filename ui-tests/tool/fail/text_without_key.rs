#![allow(unused_variables)]

use adk::tool;

/// Has texts where keys stand.
#[tool("get_weather", 3, timeout = "5s")]
async fn weather(#[arg("City name.")] city: &str) {}

fn main() {}
