#![allow(unused_variables)]

use adk::{App, tool};

/// Describes what the model is never told of.
#[tool]
async fn takes(
    /// The size of the pool.
    size: App<u8>,
    #[arg(default)] other: App<u16>,
) {
}

fn main() {}
