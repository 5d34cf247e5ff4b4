//! Panics of the application's code, as errors. Such code is asked in the task of whoever reads
//! the run, or serves a host, so that a panic would end what has nothing to do with it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

use pin_project_lite::pin_project;

use crate::error::{Error, ErrorKind, Result};

pin_project! {
    /// What `code` gives, or what `told` makes of its panic.
    pub(crate) struct Caught<F, T> {
        #[pin]
        pub(crate) code: F,
        pub(crate) told: T,
    }
}

impl<F: Future, T: Fn(Box<dyn Any + Send>) -> F::Output> Future for Caught<F, T> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let this = self.project();
        catch_unwind(AssertUnwindSafe(|| this.code.poll(cx)))
            .unwrap_or_else(|payload| Poll::Ready((this.told)(payload)))
    }
}

/// What the application's code gives, or an error that `what` begins if it panics.
pub(crate) fn guarded<T>(
    what: impl Fn() -> String,
    code: impl Future<Output = Result<T>>,
) -> impl Future<Output = Result<T>> {
    let told = move |payload| {
        let text = format!("{}: {}", what(), own_text(payload));
        Err(Error::new(ErrorKind::Panicked, text))
    };
    Caught { code, told }
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
