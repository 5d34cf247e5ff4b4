#![allow(unused_variables)]

use adk::tool;

const TIMES: u8 = 3;

/// Is never tried again.
#[tool(idempotent, retries = 0)]
async fn never() {}

/// Is tried an unknown number of times.
#[tool(idempotent, retries = TIMES)]
async fn unknown() {}

fn main() {}
