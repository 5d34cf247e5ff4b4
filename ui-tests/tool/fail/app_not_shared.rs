#![allow(unused_variables)]

use std::cell::Cell;

use adk::{App, tool};

/// Takes what threads cannot share.
#[tool]
async fn takes(count: &App<Cell<u8>>) {}

fn main() {}
