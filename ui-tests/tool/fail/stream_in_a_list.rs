#![allow(unused_variables)]

use adk::tool;
use futures::stream::{self, Stream};

/// Returns streams.
#[tool]
async fn steps() -> Vec<impl Stream<Item = u8>> {
    vec![stream::iter([1])]
}

fn main() {}
