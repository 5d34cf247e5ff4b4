#![allow(unused_variables)]

use adk::tool;

/// Takes a bounded number as a text.
#[tool]
async fn takes(
    #[arg(undocumented, as_string, max = 9)] id: u64,
    #[arg(undocumented, pattern = 5)] code: &str,
) {
}

fn main() {}
