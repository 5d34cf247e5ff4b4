//! Clock and ids, so that a test can fix both.
//!
//! The runner hands its [`Platform`] to everything that stamps or names an event.
//! Waiting is tokio's, which tests pause with `tokio::time::pause`.

use std::fmt;

use jiff::Timestamp;
use uuid::Uuid;

/// Where times and ids come from.
///
/// ```
/// use adk::platform::{Platform, SystemPlatform};
///
/// assert_eq!(SystemPlatform::default().new_id().len(), 36);
/// ```
pub trait Platform: fmt::Debug + Send + Sync {
    /// The time now.
    fn now(&self) -> Timestamp;

    /// A new id, never given before; a UUID of version 4 outside tests.
    fn new_id(&self) -> String;
}

/// The machine's clock and random ids.
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct SystemPlatform;

impl Platform for SystemPlatform {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }

    fn new_id(&self) -> String {
        Uuid::new_v4().to_string()
    }
}
