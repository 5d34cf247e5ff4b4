//! What running tools report before they are done, on its way to whoever listens.
//!
//! A turn has one queue for all its calls; it is bounded, so that a fast tool waits for a
//! slow reader, and nothing is allocated for it until a tool reports.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_core::future::BoxFuture;
use tokio::sync::{Notify, Semaphore};

use crate::content::Json;

/// The most reports of a turn that wait for their reader.
const QUEUE: usize = 16;

/// Hears what calls report; each call has a number.
pub(crate) trait Listener: Send + Sync {
    /// Takes one report; goes on when there is room for it.
    fn hear(&self, call: usize, report: Json) -> BoxFuture<'_, ()>;
}

/// The reports of a turn's calls, in the order in which they came.
#[derive(Debug)]
pub(crate) struct Reports {
    queue: Mutex<VecDeque<(usize, Json)>>,
    room: Semaphore,
    filled: Notify,
}

impl Reports {
    pub(crate) fn new() -> Self {
        Self {
            queue: Mutex::default(),
            room: Semaphore::new(QUEUE),
            filled: Notify::new(),
        }
    }

    /// The one reader. Once it is gone, what comes is dropped and its sender goes on: a
    /// task that a tool has left behind must not wait for ever.
    pub(crate) fn reader(&self) -> Reader<'_> {
        Reader(self)
    }

    fn queue(&self) -> MutexGuard<'_, VecDeque<(usize, Json)>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads the reports of a turn.
#[derive(Debug)]
pub(crate) struct Reader<'a>(&'a Reports);

impl Reader<'_> {
    /// The next report, once there is one.
    pub(crate) async fn next(&self) -> (usize, Json) {
        loop {
            if let Some(report) = self.take() {
                return report;
            }
            self.0.filled.notified().await;
        }
    }

    /// The next report, if it is there.
    pub(crate) fn take(&self) -> Option<(usize, Json)> {
        let report = self.0.queue().pop_front()?;
        self.0.room.add_permits(1);
        Some(report)
    }

    /// No further reports; those that are there can still be taken.
    pub(crate) fn close(&self) {
        self.0.room.close();
    }
}

impl Drop for Reader<'_> {
    fn drop(&mut self) {
        self.close();
    }
}

impl Listener for Reports {
    fn hear(&self, call: usize, report: Json) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            if let Ok(place) = self.room.acquire().await {
                place.forget();
                self.queue().push_back((call, report));
                self.filled.notify_one();
            }
        })
    }
}
