#![allow(unused_variables)]

use adk::tool;

use std::rc::Rc;

async fn wait() {}

/// Keeps an `Rc` over an await.
#[tool]
async fn stays() {
    let shared = Rc::new(1);
    wait().await;
    drop(shared);
}

fn main() {}
