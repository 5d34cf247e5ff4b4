//! What ends a run before its course does: its caller, code inside it, its time limit.

use std::pin::pin;
use std::time::Duration;

use futures_util::future::{Either, select};

use crate::context::CancellationToken;
use crate::error::{Error, ErrorKind, Result};

/// The outcome of `course`, or why it was stopped. That is asked first, at each await point.
pub(super) async fn unless(
    stopped: impl Future<Output = Error>,
    course: impl Future<Output = Result<()>>,
) -> Result<()> {
    match select(pin!(stopped), pin!(course)).await {
        Either::Left((why, _)) => Err(why),
        Either::Right((outcome, _)) => outcome,
    }
}

/// Waits until the run has to end.
pub(super) async fn stopped(token: &CancellationToken, limit: Option<Duration>) -> Error {
    let Some(limit) = limit else {
        token.cancelled().await;
        return cancelled();
    };
    match tokio::time::timeout(limit, token.cancelled()).await {
        Ok(()) => cancelled(),
        Err(_) => Error::new(
            ErrorKind::Limit,
            format!(
                "the run reached its time limit of {limit:?}; raise it with `RunConfig::timeout`, \
                 or run on the session to go on from here"
            ),
        ),
    }
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
