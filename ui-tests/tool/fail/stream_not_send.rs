#![allow(unused_variables)]

use std::rc::Rc;

use adk::tool;
use futures::stream::{self, Stream};

/// Streams what stays on its thread.
#[tool]
fn steps() -> impl Stream<Item = u8> {
    let shared = Rc::new(1);
    stream::poll_fn(move |_| std::task::Poll::Ready(Some(*shared)))
}

fn main() {}
