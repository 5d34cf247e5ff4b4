#![deny(warnings, missing_docs)]
#![forbid(unsafe_code)]

//! Near misses of all that is wrong with streams.

use std::pin::Pin;

use adk::tool;
use futures::stream::{self, BoxStream, Stream, StreamExt};

type Steps<'a> = BoxStream<'a, u8>;

type StepStream = Steps<'static>;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Hides its stream.
#[tool]
pub async fn hidden() -> impl Stream<Item = u8> {
    stream::iter([1])
}

/// Hides more of it, and is not `async`.
#[tool]
pub fn hidden_more() -> impl futures::Stream<Item = Result<u8, String>> + Send + use<> {
    stream::iter([Ok(1)])
}

/// Borrows.
#[tool]
pub fn borrows(
    /// A text.
    text: &str,
) -> impl Stream<Item = &str> {
    stream::iter(text.split(' '))
}

/// Boxes.
#[tool]
pub fn boxed(
    /// Numbers.
    numbers: &[u8],
    #[inject] context: adk::ToolContext,
) -> BoxStream<'_, u8> {
    let _ = context;
    stream::iter(numbers.iter().copied()).boxed()
}

/// Spells the box out.
#[tool]
pub fn spelt() -> Pin<Box<dyn Stream<Item = u8> + Send>> {
    Box::pin(stream::empty())
}

/// Returns an alias.
#[tool]
pub async fn alias() -> Steps<'static> {
    stream::iter([1]).boxed()
}

/// Returns an alias that says what it is, and is not `async`.
#[tool]
pub fn alias_sync() -> StepStream {
    stream::iter([1]).boxed()
}

/// Fails before there is a stream.
#[tool]
pub async fn fails() -> Outcome<Steps<'static>> {
    Err("no".into())
}

/// The same, hidden.
#[tool]
pub fn fails_hidden() -> Outcome<impl Stream<Item = Outcome<String>>> {
    Ok(stream::iter(["no"]).map(|word| Err(word.into())))
}

/// Streams nothing at all.
#[tool]
pub async fn units() -> impl Stream<Item = ()> {
    stream::iter([(), ()])
}

fn main() {}
