//! Ids that count and a clock that ticks, for transcripts that repeat.

use std::sync::atomic::{AtomicU32, Ordering};

use jiff::{SignedDuration, Timestamp};

use crate::platform::Platform;

/// Ids `id-1`, `id-2`, …; times from 2026-01-01 on, one second apart.
///
/// ```
/// use adk::platform::Platform;
/// use adk::testing::FixedPlatform;
///
/// let platform = FixedPlatform::new();
/// assert_eq!(platform.new_id(), "id-1");
/// assert_eq!(platform.now().to_string(), "2026-01-01T00:00:00Z");
/// ```
#[derive(Debug, Default)]
pub struct FixedPlatform {
    ids: AtomicU32,
    seconds: AtomicU32,
}

impl FixedPlatform {
    /// A platform at its start.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Platform for FixedPlatform {
    fn now(&self) -> Timestamp {
        let second = self.seconds.fetch_add(1, Ordering::Relaxed);
        let start = Timestamp::constant(1_767_225_600, 0);
        start + SignedDuration::from_secs(second.into())
    }

    fn new_id(&self) -> String {
        format!("id-{}", self.ids.fetch_add(1, Ordering::Relaxed) + 1)
    }
}
