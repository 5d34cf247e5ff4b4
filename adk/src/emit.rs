//! A stream written as plain async code: the body gets an [`Emitter`] and hands out
//! items one by one; the reader pulls, so nothing runs ahead of it.
//!
//! The two share one place for an item, and whose turn it is. A body that emits where it is
//! polled wakes nobody; another task may emit too, and then each wakes the other.

use std::fmt;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use futures_core::Stream;
use futures_core::stream::BoxStream;
use futures_util::StreamExt as _;
use pin_project_lite::pin_project;

use crate::error::{Error, Result};

/// Hands the items of a stream to its reader.
pub struct Emitter<T>(Arc<Place<T>>);

/// The place for an item.
struct Place<T> {
    /// Whether an item waits, or the reader has it and has not asked for the next. Written under
    /// the lock, and read without it by a writer that only wants to go on.
    is_full: AtomicBool,
    slot: Mutex<Slot<T>>,
}

/// Wakers are dropped, as they are woken, without its lock: the last of a task may drop the task,
/// and the stream with it.
struct Slot<T> {
    item: Option<T>,
    /// Whether nobody reads any more.
    is_over: bool,
    /// Whether the body is being polled, after which the reader looks here.
    is_polled: bool,
    reader: Option<Waker>,
    /// Who emits, where that is not polled with the body.
    writer: Option<Waker>,
}

impl<T> Emitter<T> {
    /// Hands out one item, and goes on when the reader asks for more, or is gone.
    ///
    /// The item is on its way from the first poll on, and dropping the future then, as `select!`
    /// does, does not take it back. An item that is emitted behind it waits until it is read.
    pub fn emit(&mut self, item: T) -> impl Future<Output = ()> {
        Emit {
            place: &self.0,
            item: Some(item),
        }
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

struct Emit<'a, T> {
    place: &'a Place<T>,
    /// The item, until it is in its place.
    item: Option<T>,
}

/// The item is never pinned.
impl<T> Unpin for Emit<'_, T> {}

impl<T> Future for Emit<'_, T> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let place = self.place;
        if self.item.is_none() && !place.is_full.load(Ordering::Acquire) {
            return Poll::Ready(());
        }
        let mut slot = place.slot();
        if slot.is_over {
            drop(slot);
            return self.dropped(cx);
        }
        let (mut reader, mut before) = (None, None);
        if !place.is_full.load(Ordering::Relaxed) {
            let Some(item) = self.item.take() else {
                return Poll::Ready(());
            };
            slot.item = Some(item);
            place.is_full.store(true, Ordering::Release);
            if !slot.is_polled {
                reader = slot.reader.take();
            }
        }
        if !(slot.is_polled && wakes_same(slot.reader.as_ref(), cx.waker())) {
            before = slot.writer.replace(cx.waker().clone());
        }
        drop(slot);
        drop(before);
        if let Some(reader) = reader {
            reader.wake();
        }
        Poll::Pending
    }
}

impl<T> Emit<'_, T> {
    /// Drops the item, which nobody reads. Who emits for ever waits nowhere else, so that no other
    /// task would have its turn.
    fn dropped(&mut self, cx: &Context<'_>) -> Poll<()> {
        if self.item.take().is_none() {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

/// Whether both wake the same. `Waker::will_wake` compares where their tables lie, which differs
/// between tokio's waker of `block_on` and a clone of it.
pub(crate) fn wakes_same(kept: Option<&Waker>, waker: &Waker) -> bool {
    kept.is_some_and(|kept| kept.data() == waker.data() && kept.vtable() == waker.vtable())
}

impl<T> Place<T> {
    fn slot(&self) -> MutexGuard<'_, Slot<T>> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The item that waits. Where none does, the next is asked for, and the body is to be polled.
    fn ask(&self, cx: &Context<'_>) -> Option<T> {
        let mut slot = self.slot();
        if slot.item.is_some() {
            return slot.item.take();
        }
        self.is_full.store(false, Ordering::Release);
        slot.is_polled = true;
        if !wakes_same(slot.reader.as_ref(), cx.waker()) {
            let before = slot.reader.replace(cx.waker().clone());
            drop(slot);
            drop(before);
        }
        None
    }

    /// What was emitted while the body was polled. A writer that waits for its turn, and was not
    /// polled with the body, is told that it has come.
    fn look(&self) -> Option<T> {
        let mut slot = self.slot();
        slot.is_polled = false;
        if slot.item.is_some() {
            return slot.item.take();
        }
        let writer = slot.writer.take();
        drop(slot);
        if let Some(writer) = writer {
            writer.wake();
        }
        None
    }

    /// The last item. Who emits another goes on at once.
    fn close(&self) -> Option<T> {
        let mut slot = self.slot();
        slot.is_over = true;
        self.is_full.store(false, Ordering::Release);
        let (item, writer) = (slot.item.take(), slot.writer.take());
        drop(slot);
        if let Some(writer) = writer {
            writer.wake();
        }
        item
    }
}

/// The reader's side of a place.
struct Reader<T>(Arc<Place<T>>);

impl<T> Drop for Reader<T> {
    fn drop(&mut self) {
        self.0.close();
    }
}

pin_project! {
    /// The stream of what `body` emits.
    struct Emitted<T, F> {
        #[pin]
        body: Option<F>,
        error: Option<Error>,
        reader: Reader<T>,
    }
}

impl<T, F: Future<Output = Result<()>>> Stream for Emitted<T, F> {
    type Item = Result<T>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<T>>> {
        let mut this = self.project();
        let place = &this.reader.0;
        let Some(body) = this.body.as_mut().as_pin_mut() else {
            return Poll::Ready(this.error.take().map(Err));
        };
        if let Some(item) = place.ask(cx) {
            return Poll::Ready(Some(Ok(item)));
        }
        let Poll::Ready(outcome) = body.poll(cx) else {
            return match place.look() {
                Some(item) => Poll::Ready(Some(Ok(item))),
                None => Poll::Pending,
            };
        };
        this.body.set(None);
        *this.error = outcome.err();
        let last = place.close().map(Ok);
        Poll::Ready(last.or_else(|| this.error.take().map(Err)))
    }
}

/// The stream of what `body` emits; its error, if it ends with one, is the last item. It ends
/// with its body, whoever else still emits.
pub(crate) fn try_stream<T, F>(
    body: impl FnOnce(Emitter<T>) -> F + Send + 'static,
) -> BoxStream<'static, Result<T>>
where
    T: Send + 'static,
    F: Future<Output = Result<()>> + Send + 'static,
{
    let place = Arc::new(Place {
        is_full: AtomicBool::new(false),
        slot: Mutex::new(Slot {
            item: None,
            is_over: false,
            is_polled: false,
            reader: None,
            writer: None,
        }),
    });
    Box::pin(Emitted {
        body: Some(body(Emitter(Arc::clone(&place)))),
        error: None,
        reader: Reader(place),
    })
}

#[cfg(test)]
mod tests;
