#![allow(unused_variables)]

use adk::tool;

/// Has a default that the model could not send.
#[tool]
async fn wrong(
    /// What it is.
    #[arg(default = "c", one_of("a", "b"))]
    what: String,
) {
}

fn main() {}
