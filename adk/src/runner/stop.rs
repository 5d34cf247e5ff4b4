//! What ends a run before its course does: its caller, code inside it, its time limit.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::{Poll, Waker};
use std::time::Duration;

use tokio::time::sleep;

use crate::context::CancellationToken;
use crate::emit::wakes_same;
use crate::error::{Error, ErrorKind, Result};

/// The outcome of `course`, or why it was stopped. That is asked first, at each await point.
pub(super) async fn unless(
    token: &CancellationToken,
    limit: Option<Duration>,
    mut course: Pin<&mut impl Future<Output = Result<()>>>,
) -> Result<()> {
    let mut cancelled = pin!(token.cancelled());
    let mut late = limit.map(|limit| (limit, Box::pin(sleep(limit))));
    // Who is woken when the token is cancelled: it is told once, not at each poll.
    let mut told: Option<Waker> = None;
    poll_fn(|cx| {
        check(token)?;
        if let Some((limit, sleep)) = &mut late
            && sleep.as_mut().poll(cx).is_ready()
        {
            return Poll::Ready(Err(too_long(*limit)));
        }
        let outcome = course.as_mut().poll(cx);
        if outcome.is_pending() && !wakes_same(told.as_ref(), cx.waker()) {
            told = Some(cx.waker().clone());
            if cancelled.as_mut().poll(cx).is_ready() {
                check(token)?;
            }
        }
        outcome
    })
    .await
}

/// Whether the run may go on, for code that has not met an await point since it was cancelled.
pub(super) fn check(token: &CancellationToken) -> Result<()> {
    if token.is_cancelled() {
        return Err(cancelled());
    }
    Ok(())
}

fn cancelled() -> Error {
    Error::new(
        ErrorKind::Cancelled,
        "the run was cancelled; a new run on its session goes on from what was stored",
    )
}

fn too_long(limit: Duration) -> Error {
    Error::new(
        ErrorKind::Limit,
        format!(
            "the run reached its time limit of {limit:?}; raise it with `RunConfig::timeout`, \
             or run on the session to go on from here"
        ),
    )
}
