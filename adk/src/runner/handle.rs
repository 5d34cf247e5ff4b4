//! A run that goes on without a reader.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::task::JoinHandle;

use super::Run;
use crate::error::{Error, ErrorKind, Result};
use crate::event::Event;

/// Events that wait for a slow reader, at most.
const BUFFER: usize = 1024;

/// A detached run: its events, to be read or not.
///
/// A reader that falls more than 1,024 events behind is let go with a
/// [`Limit`](ErrorKind::Limit) error; the run goes on, and the session holds what it does.
/// Dropping the handle leaves the run to itself; [`cancel`](Self::cancel) ends it.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// use adk::testing::ScriptedModel;
/// use adk::{LlmAgent, Runner};
///
/// let agent = LlmAgent::builder("greeter").model(ScriptedModel::new().text("Hi.")).build()?;
/// let mut handle = Runner::builder("app", agent).build()?.run("user", "session", "Hello").detach();
/// while let Some(event) = handle.next().await {
///     assert_eq!(event?.text(), "Hi.");
/// }
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct RunHandle {
    events: Receiver<Result<Event>>,
    fell_behind: Arc<AtomicBool>,
    /// `None` once its end was seen.
    task: Option<JoinHandle<()>>,
}

impl RunHandle {
    pub(super) fn spawn(run: Run) -> Self {
        let (sender, events) = mpsc::channel(BUFFER);
        let fell_behind = Arc::new(AtomicBool::new(false));
        let task = tokio::spawn(drain(run, sender, Arc::clone(&fell_behind)));
        Self {
            events,
            fell_behind,
            task: Some(task),
        }
    }

    /// The next event; `None` when the run is over.
    pub async fn next(&mut self) -> Option<Result<Event>> {
        if let Some(event) = self.events.recv().await {
            return Some(event);
        }
        if self.fell_behind.swap(false, Ordering::Relaxed) {
            return Some(Err(behind()));
        }
        if let Some(task) = &mut self.task {
            // Its panics are errors of the run, read before.
            _ = task.await;
            self.task = None;
        }
        None
    }

    /// Ends the run at its next await point, and waits until it has let its session go.
    pub async fn cancel(self) {
        if let Some(task) = self.task {
            task.abort();
            // How it ended is of no interest to who ended it.
            _ = task.await;
        }
    }

    /// Whether the run is over.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.task.as_ref().is_none_or(JoinHandle::is_finished)
    }
}

fn behind() -> Error {
    Error::new(
        ErrorKind::Limit,
        format!(
            "the reader fell more than {BUFFER} events behind the run, which goes on without it; \
             read the session for the rest"
        ),
    )
}

async fn drain(mut run: Run, sender: Sender<Result<Event>>, fell_behind: Arc<AtomicBool>) {
    let mut reader = Some(sender);
    while let Some(event) = run.next().await {
        let sent = reader
            .as_ref()
            .map_or(Ok(()), |reader| reader.try_send(event));
        if let Err(refused) = sent {
            fell_behind.store(matches!(refused, TrySendError::Full(_)), Ordering::Relaxed);
            reader = None;
        }
    }
}
