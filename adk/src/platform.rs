//! Clock and ids, so that a test can fix both.
//!
//! The runner hands its [`Platform`] to everything that stamps or names an event.
//! Waiting is tokio's, which tests pause with `tokio::time::pause`.

use std::cell::RefCell;
use std::fmt;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use jiff::Timestamp;
use uuid::{Builder, Uuid};

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

/// A shared platform is the platform.
impl<P: Platform + ?Sized> Platform for Arc<P> {
    fn now(&self) -> Timestamp {
        (**self).now()
    }

    fn new_id(&self) -> String {
        (**self).new_id()
    }
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
        let id = RANDOM.with_borrow_mut(Random::next_id);
        id.hyphenated()
            .encode_lower(&mut Uuid::encode_buffer())
            .to_owned()
    }
}

thread_local! {
    static RANDOM: RefCell<Random> = const { RefCell::new(Random::new()) };
}

const ID_BYTES: usize = 16;
const IDS_AT_ONCE: usize = 64;

/// Random bytes from the kernel, for many ids at once: a turn needs six, and a system call
/// for each would cost more than all else it does between its exchanges.
struct Random {
    bytes: [u8; ID_BYTES * IDS_AT_ONCE],
    used: usize,
}

impl Random {
    const fn new() -> Self {
        let bytes = [0; ID_BYTES * IDS_AT_ONCE];
        let used = bytes.len();
        Self { bytes, used }
    }

    fn next_id(&mut self) -> Uuid {
        if self.used == self.bytes.len() {
            if getrandom::fill(&mut self.bytes).is_err() {
                return without_kernel();
            }
            self.used = 0;
        }
        let mut id = [0; ID_BYTES];
        id.copy_from_slice(&self.bytes[self.used..self.used + ID_BYTES]);
        self.used += ID_BYTES;
        Builder::from_random_bytes(id).into_uuid()
    }
}

/// An id where the kernel gives no random bytes: of the process, the time and a count, which
/// set it apart too. What std and other crates have for it would panic here.
fn without_kernel() -> Uuid {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let now = Timestamp::now().as_nanosecond();
    let half = |half: u8| {
        let mut hasher = DefaultHasher::new();
        (half, process::id(), now, count).hash(&mut hasher);
        hasher.finish().to_be_bytes()
    };
    let mut id = [0; ID_BYTES];
    id[..8].copy_from_slice(&half(0));
    id[8..].copy_from_slice(&half(1));
    Builder::from_random_bytes(id).into_uuid()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_are_of_version_4_and_differ() {
        let ids = (0..1000).map(|_| SystemPlatform.new_id());
        let others = (0..1000).map(|_| without_kernel().to_string());
        let ids: HashSet<String> = ids.chain(others).collect();
        assert_eq!(ids.len(), 2000);
        for id in ids {
            assert_eq!(id.parse::<Uuid>().unwrap().get_version_num(), 4);
        }
    }
}
