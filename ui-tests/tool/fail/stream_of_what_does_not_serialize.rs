#![allow(unused_variables)]

use adk::tool;
use futures::stream::{self, Stream};

struct Step;

/// Streams what has no JSON form.
#[tool]
async fn steps() -> impl Stream<Item = Step> {
    stream::iter([Step])
}

fn main() {}
