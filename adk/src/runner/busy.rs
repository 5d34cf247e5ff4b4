//! One run at a time a session: a second would write between the first one's calls and
//! their answers. It is refused, or waits for its turn.
//!
//! A waiter is handed the session itself, so that nobody gets between, and one that has gone
//! passes it on.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot::{self, Receiver, Sender};

use crate::error::{Error, ErrorKind, Result};
use crate::session::{KeyMap, SessionKey};

/// What happens to a run whose session has a run under way.
///
/// A run holds its session until its stream has ended or is dropped.
///
/// Runs on different sessions never wait for each other. Two processes on one store do not
/// see each other's runs: there the session's revision decides, and the later of two writers
/// fails with [`ErrorKind::StaleSession`].
///
/// ```
/// # #[tokio::main(flavor = "current_thread")] async fn main() -> adk::Result<()> {
/// use std::time::Duration;
///
/// use adk::runner::WhenBusy;
/// use adk::testing::ScriptedModel;
/// use adk::{LlmAgent, Runner};
///
/// let model = ScriptedModel::new().text("One.").text("Two.");
/// let agent = LlmAgent::builder("counter").model(model).build()?;
/// let queue = WhenBusy::queue(16, Duration::from_secs(30));
/// let runner = Runner::builder("app", agent).when_busy(queue).build()?;
/// let (first, second) = futures::join!(
///     runner.run("user-1", "session-1", "Count!").text(),
///     runner.run("user-1", "session-1", "Go on!").text(),
/// );
/// assert_eq!((first?, second?), ("One.".to_owned(), "Two.".to_owned()));
/// # Ok(()) }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum WhenBusy {
    /// It fails with [`ErrorKind::SessionBusy`].
    #[default]
    Refuse,
    /// It waits for the runs that came before it; [`queue`](Self::queue) makes this.
    #[non_exhaustive]
    Queue {
        /// The most runs of a session that wait at the same time.
        max: usize,
        /// The longest wait of a run.
        wait: Duration,
    },
}

impl WhenBusy {
    /// Runs wait, first come, first served: at most `max` of a session, each for at most
    /// `wait`. One that finds more before it, or that waited so long, fails with
    /// [`ErrorKind::SessionBusy`]. One that is dropped leaves the queue.
    ///
    /// 16 are plenty where a person writes the messages.
    #[must_use]
    pub fn queue(max: usize, wait: Duration) -> Self {
        Self::Queue { max, wait }
    }
}

#[derive(Debug, Clone, Default)]
pub(super) struct BusySessions {
    policy: WhenBusy,
    held: Arc<Mutex<Held>>,
}

/// The sessions that have a run, and who waits for each.
type Held = KeyMap<VecDeque<Sender<Hold>>>;

/// Holds a session until it is dropped.
#[derive(Debug)]
pub(super) struct Hold {
    sessions: BusySessions,
    key: SessionKey,
}

impl BusySessions {
    pub(super) fn new(policy: WhenBusy) -> Self {
        Self {
            policy,
            held: Arc::default(),
        }
    }

    /// Holds the session, once it is this run's turn.
    pub(super) async fn hold(&self, key: &SessionKey) -> Result<Hold> {
        let (max, wait) = match self.policy {
            WhenBusy::Refuse => (0, Duration::ZERO),
            WhenBusy::Queue { max, wait } => (max, wait),
        };
        let Some(turn) = self.enter(key, max)? else {
            return Ok(self.holding(key));
        };
        match tokio::time::timeout(wait, turn).await {
            Ok(Ok(hold)) => Ok(hold),
            _ => Err(waited(key, wait)),
        }
    }

    /// Takes a free session, or a place in the queue of one that is not.
    fn enter(&self, key: &SessionKey, max: usize) -> Result<Option<Receiver<Hold>>> {
        let mut held = self.held();
        let Some(queue) = held.get_mut(key) else {
            held.insert(key.clone(), VecDeque::new());
            return Ok(None);
        };
        queue.retain(|waiter| !waiter.is_closed());
        if queue.len() >= max {
            return Err(full(key, max));
        }
        let (waiter, turn) = oneshot::channel();
        queue.push_back(waiter);
        Ok(Some(turn))
    }

    /// Who has the session next; it is free when there is nobody.
    fn next(&self, key: &SessionKey) -> Option<Sender<Hold>> {
        let mut held = self.held();
        let queue = held.get_mut(key)?;
        while let Some(waiter) = queue.pop_front() {
            if !waiter.is_closed() {
                return Some(waiter);
            }
        }
        held.remove(key);
        None
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn holding(&self, key: &SessionKey) -> Hold {
        Hold {
            sessions: self.clone(),
            key: key.clone(),
        }
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        if let Some(waiter) = self.sessions.next(&self.key) {
            // One that has gone since drops it again, for the one behind.
            drop(waiter.send(self.sessions.holding(&self.key)));
        }
    }
}

fn full(key: &SessionKey, max: usize) -> Error {
    let session = key.session();
    let text = match max {
        0 => format!(
            "session `{session}` has a run under way; wait for its end, or let runs wait for \
             their turn with `RunnerBuilder::when_busy`"
        ),
        _ => format!(
            "session `{session}` has a run under way, and {max} more wait for their turn, which is \
             the limit; try again later, or raise it with `RunnerBuilder::when_busy`"
        ),
    };
    Error::new(ErrorKind::SessionBusy, text)
}

fn waited(key: &SessionKey, wait: Duration) -> Error {
    let session = key.session();
    let text = format!(
        "the run waited {wait:?} for its turn on session `{session}`, which is the limit; try again \
         later, or raise it with `RunnerBuilder::when_busy`"
    );
    Error::new(ErrorKind::SessionBusy, text)
}
