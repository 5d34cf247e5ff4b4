#![allow(unused_variables)]

use adk::tool;
use futures::stream::{self, BoxStream, StreamExt};

struct Fault;

/// Streams, and fails without a word.
#[tool]
fn steps() -> BoxStream<'static, Result<u8, Fault>> {
    stream::iter([Err(Fault)]).boxed()
}

fn main() {}
