//! A function's return, told apart for the first time: a value that is there, or a stream, of
//! which the last item is the result and those before it are progress.
//!
//! The traits work through autoref, which only generated code can write:
//! `(&&&Delivered::of(&value)).kind().finish(ctx, value, encode, fail)`.

#![expect(
    clippy::must_use_candidate,
    clippy::unused_self,
    reason = "each kind has the same methods, so that generated code need not know which it has"
)]

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::marker::PhantomData;
use std::pin::pin;

use futures_core::Stream;
use futures_core::future::BoxFuture;
use futures_util::StreamExt as _;

use super::{NoResult, Written};
use crate::context::ToolContext;
use crate::tool::ToolError;

type Result<T, E = ToolError> = std::result::Result<T, E>;

/// What came back from the function, asked whether it is a stream.
#[derive(Debug)]
pub struct Delivered<T>(PhantomData<fn() -> T>);

impl<T> Delivered<T> {
    /// Of a value's type.
    pub fn of(_: &T) -> Self {
        Self(PhantomData)
    }
}

/// It is a stream.
pub trait StreamDelivered {
    /// Item by item.
    fn kind(&self) -> Streamed {
        Streamed
    }
}

impl<S: Stream> StreamDelivered for &&Delivered<S> {}

/// It is a stream, or the reason why there is none.
pub trait FallibleStreamDelivered {
    /// Item by item, if at all.
    fn kind(&self) -> FallibleStreamed {
        FallibleStreamed
    }
}

impl<S: Stream, E> FallibleStreamDelivered for &Delivered<Result<S, E>> {}

/// Everything else.
pub trait AnyDelivered {
    /// There already.
    fn kind(&self) -> AtOnce {
        AtOnce
    }
}

impl<T> AnyDelivered for Delivered<T> {}

/// A stream.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Streamed;

/// A `Result` of a stream.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct FallibleStreamed;

/// A value.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct AtOnce;

impl AtOnce {
    /// The result. It is encoded at once: what came back need not be `Send`.
    pub fn finish<T>(
        self,
        _: &ToolContext,
        returned: T,
        encode: fn(T) -> Result<Written>,
        _: fn(Infallible) -> ToolError,
    ) -> Ready<Result<Written>> {
        ready(encode(returned))
    }
}

impl Streamed {
    /// The last item, once the others are reported.
    pub fn finish<'a, S: Stream + Send + 'a>(
        self,
        ctx: &'a ToolContext,
        stream: S,
        encode: fn(S::Item) -> Result<Written>,
        _: fn(Infallible) -> ToolError,
    ) -> BoxFuture<'a, Result<Written>>
    where
        S::Item: 'a,
    {
        Box::pin(last(ctx, stream, encode))
    }
}

impl FallibleStreamed {
    /// The last item, once the others are reported.
    pub fn finish<'a, S: Stream + Send + 'a, E>(
        self,
        ctx: &'a ToolContext,
        returned: Result<S, E>,
        encode: fn(S::Item) -> Result<Written>,
        fail: fn(E) -> ToolError,
    ) -> BoxFuture<'a, Result<Written>>
    where
        S::Item: 'a,
    {
        match returned {
            Ok(stream) => Box::pin(last(ctx, stream, encode)),
            Err(error) => Box::pin(ready(Err(fail(error)))),
        }
    }
}

async fn last<S: Stream>(
    ctx: &ToolContext,
    stream: S,
    encode: fn(S::Item) -> Result<Written>,
) -> Result<Written> {
    let mut items = pin!(stream.map(encode));
    let mut last: Option<Written> = None;
    while let Some(item) = items.next().await {
        if let Some(earlier) = last.take() {
            ctx.progress(earlier.answer(NoResult::Empty)).await;
        }
        last = Some(item?);
    }
    Ok(last.unwrap_or_else(Written::nothing))
}
