//! Panics of the application's code, as errors. Such code is asked in the task of whoever reads
//! the run, or serves a host, so that a panic would end what has nothing to do with it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use futures_util::FutureExt as _;

use crate::error::{Error, ErrorKind, Result};

/// What the application's code gives, or an error that `what` begins if it panics.
pub(crate) async fn guarded<T>(
    what: impl FnOnce() -> String,
    code: impl Future<Output = Result<T>>,
) -> Result<T> {
    let outcome = AssertUnwindSafe(code).catch_unwind().await;
    outcome.unwrap_or_else(|payload| {
        let text = format!("{}: {}", what(), own_text(payload));
        Err(Error::new(ErrorKind::Panicked, text))
    })
}

/// What a panic says of itself.
pub(crate) fn own_text(payload: Box<dyn Any + Send>) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no text")
        .to_owned();
    // A payload may be anything, and panic when it is dropped.
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(again);
    }
    text
}
