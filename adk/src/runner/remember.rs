//! Hands sessions to memory, as they are stored: after each run, or when the program says so.

use std::time::Duration;

use crate::context::Services;
use crate::error::{Error, ErrorKind, Result};
use crate::session::{GetSession, SessionKey};

/// When a runner hands the session of a run to memory; see
/// [`RunnerBuilder::remember`](super::RunnerBuilder::remember).
///
/// ```
/// use std::time::Duration;
/// use adk::runner::Remember;
///
/// let policy = Remember::after_each_run().timeout(Duration::from_secs(5));
/// # let _ = policy;
/// ```
#[derive(Debug, Clone)]
pub struct Remember {
    limit: Duration,
}

impl Remember {
    /// After each run that comes to its end, also where that is an error or a question; not after
    /// one that is dropped or cancelled, whose events go with those of the next.
    ///
    /// The run is over once memory has the session, for which it has 30 s. What keeps memory from
    /// it is a warning in the log, and no error of the run.
    #[must_use]
    pub fn after_each_run() -> Self {
        Self { limit: LIMIT }
    }

    /// How long memory may take.
    #[must_use]
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    pub(super) async fn after(&self, services: &Services, key: &SessionKey) {
        if let Err(error) = hand_over(services, key, self.limit).await {
            let session = key.session().as_str();
            tracing::warn!(session, ?error, "the session was not remembered");
        }
    }
}

/// How long memory may take where nothing else is said.
pub(super) const LIMIT: Duration = Duration::from_secs(30);

/// Hands over the stored session, which has no `temp:` state. Its caller holds the session, so that
/// no older copy comes after a newer one.
pub(super) async fn hand_over(
    services: &Services,
    key: &SessionKey,
    limit: Duration,
) -> Result<()> {
    let handing = async {
        let session = services.sessions.get(key, GetSession::all()).await?;
        services.memory.add_session(&session).await
    };
    tokio::time::timeout(limit, handing)
        .await
        .unwrap_or_else(|_| {
            let session = key.session();
            let text = format!("memory took longer than {limit:?} to take up session `{session}`");
            Err(Error::new(ErrorKind::Limit, text))
        })
}
