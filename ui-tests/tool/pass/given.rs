//! What the context gives, by its name or under `#[inject]`.

#![deny(warnings)]

use std::sync::{Arc, Mutex};

use adk::{App, ToolContext, tool};

type Shared = App<Mutex<u8>>;

/// Takes everything.
#[tool]
async fn takes(
    count: App<Mutex<u8>>,
    lent: &App<Mutex<u8>>,
    full: adk::context::App<Mutex<u8>>,
    #[inject] alias: Shared,
    own: ToolContext,
    shared: Arc<ToolContext>,
) {
    let _ = (count, lent, full, alias, own, shared);
}

/// Takes a type of its own that is called so too.
#[tool(blocking)]
fn blocks(count: App<Mutex<u8>>, #[arg(undocumented)] app: u8) -> u8 {
    count.lock().map_or(app, |count| *count)
}

fn main() {
    let _ = (takes::tool(), blocks::tool());
}
