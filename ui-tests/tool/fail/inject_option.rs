#![allow(unused_variables)]

use adk::{App, tool};

/// Wants what may not be there.
#[tool]
async fn perhaps(name: Option<App<String>>) {}

fn main() {}
