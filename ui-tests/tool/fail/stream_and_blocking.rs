#![allow(unused_variables)]

use adk::tool;
use futures::stream::{self, Stream};

/// Streams.
#[tool(blocking)]
fn steps() -> impl Stream<Item = u8> {
    stream::iter([1])
}

fn main() {}
