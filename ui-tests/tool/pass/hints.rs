#![deny(warnings)]

use adk::{Tool, tool};

/// Looks.
#[tool(read_only, retries = 1, timeout = "5s")]
async fn looks() {}

/// Sets what may be set twice.
#[tool(destructive, idempotent, retries = 10)]
async fn sets() {}

/// Starts what blocks.
#[tool(long_running, blocking, retries = 2, idempotent)]
fn starts() {}

fn main() {
    assert!(starts::tool().is_long_running());
    assert!(looks::tool().hints().is_idempotent());
    assert!(sets::tool().hints().is_destructive());
}
