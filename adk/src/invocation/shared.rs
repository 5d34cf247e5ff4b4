//! What the agents of one run share: its limits, its end, and what its user answered.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use super::{Answer, Answers, Waits};
use crate::error::{Error, ErrorKind, Result};
use crate::plugin::Plugin;

#[derive(Debug, Default)]
pub(crate) struct Shared {
    pub(crate) plugins: Arc<[Arc<dyn Plugin>]>,
    /// Shared with the runs inside agent tools.
    pub(crate) spent: Arc<Spent>,
    pub(super) answers: Answers,
    pub(crate) waits: Waits,
    ended: AtomicBool,
}

/// What a run has used of its limits.
#[derive(Debug, Default)]
pub(crate) struct Spent {
    model_calls: AtomicU32,
    transfers: AtomicU32,
}

impl Shared {
    pub(crate) fn new(plugins: Arc<[Arc<dyn Plugin>]>, spent: Arc<Spent>) -> Self {
        Self {
            plugins,
            spent,
            answers: Answers::default(),
            waits: Waits::default(),
            ended: AtomicBool::new(false),
        }
    }

    /// Keeps what the message of the run answers, and which calls of the same invocation still
    /// wait: the id, and who made it.
    pub(crate) fn hear(&self, answers: Vec<Answer>, left: Vec<(Box<str>, Box<str>)>) {
        self.answers.replace(answers);
        self.waits.add(left);
    }

    pub(super) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    pub(super) fn ended(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
    }
}

impl Spent {
    /// # Errors
    /// [`ErrorKind::Limit`] when the run has made all calls that it may.
    pub(super) fn count_model_call(&self, limit: u32) -> Result<()> {
        count(&self.model_calls, limit, || {
            format!(
                "the run reached its limit of {limit} model calls; raise it with \
                 `RunConfig::max_model_calls`, or find out why the agent never answers"
            )
        })
    }

    /// # Errors
    /// [`ErrorKind::Limit`] when the run has made all transfers that it may.
    pub(super) fn count_transfer(&self, limit: u32) -> Result<()> {
        count(&self.transfers, limit, || {
            format!(
                "the run reached its limit of {limit} transfers between agents; raise it with \
                 `RunConfig::max_transfers`, or find out why they send the user round in a circle"
            )
        })
    }
}

fn count(counter: &AtomicU32, limit: u32, text: impl FnOnce() -> String) -> Result<()> {
    if counter.fetch_add(1, Ordering::Relaxed) < limit {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Limit, text()))
}
