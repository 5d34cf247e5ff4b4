//! A stream written as plain async code: the body gets an [`Emitter`] and hands out
//! items one by one; the reader pulls, so nothing runs ahead of it.
//!
//! Over `async-fn-stream`, whose emitter stays out of the public interface.

use std::fmt;
use std::future::Future;

use async_fn_stream::{TryStreamEmitter, try_fn_stream};
use futures_core::stream::BoxStream;
use futures_util::StreamExt as _;

use crate::error::{Error, Result};

/// Hands the items of a stream to its reader.
pub struct Emitter<T>(TryStreamEmitter<T, Error>);

impl<T> Emitter<T> {
    /// Hands out one item, and goes on when the reader asks for more.
    pub async fn emit(&mut self, item: T) {
        self.0.emit(item).await;
    }

    /// Hands out all items of another stream.
    ///
    /// # Errors
    /// The first of the stream; nothing is asked of it after that.
    pub async fn forward(&mut self, mut items: BoxStream<'_, Result<T>>) -> Result<()> {
        while let Some(item) = items.next().await {
            self.emit(item?).await;
        }
        Ok(())
    }
}

impl<T> fmt::Debug for Emitter<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Emitter")
    }
}

/// The stream of what `body` emits; its error, if it ends with one, is the last item.
pub(crate) fn try_stream<T, F>(
    body: impl FnOnce(Emitter<T>) -> F + Send + 'static,
) -> BoxStream<'static, Result<T>>
where
    T: Send + 'static,
    F: Future<Output = Result<()>> + Send + 'static,
{
    Box::pin(try_fn_stream(|emitter| body(Emitter(emitter))))
}
