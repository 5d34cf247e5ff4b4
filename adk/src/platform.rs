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
        uuid(RANDOM.with_borrow_mut(Random::next))
    }
}

thread_local! {
    static RANDOM: RefCell<Random> = const { RefCell::new(Random::new()) };
}

const ID_BYTES: usize = 16;
const IDS_AT_ONCE: usize = 64;

/// Random bytes from the kernel, for many ids at once: a turn needs six, and a system call
/// for each would cost more than all else it does between its exchanges.
///
/// A process that forks has what is left of them twice, as with `rand`: tokio does not outlive
/// a fork either.
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

    fn next(&mut self) -> [u8; ID_BYTES] {
        if self.used == self.bytes.len() {
            if getrandom::getrandom(&mut self.bytes).is_err() {
                return without_kernel();
            }
            self.used = 0;
        }
        let mut id = [0; ID_BYTES];
        id.copy_from_slice(&self.bytes[self.used..self.used + ID_BYTES]);
        self.used += ID_BYTES;
        id
    }
}

/// Bytes of an id where the kernel gives no random ones: of the process, the time and a count,
/// which set it apart too. What std and other crates have for it would panic here.
fn without_kernel() -> [u8; ID_BYTES] {
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
    id
}

/// The text of a UUID of version 4 and the variant of RFC 9562, random but for these bits.
fn uuid(mut bytes: [u8; ID_BYTES]) -> String {
    const PLACES: [usize; ID_BYTES] = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let mut text = [b'-'; 36];
    for (place, byte) in PLACES.iter().zip(&bytes) {
        text[*place..][..2].copy_from_slice(&DIGITS[usize::from(*byte)]);
    }
    // ASCII throughout, so there is no default.
    String::from_utf8(text.to_vec()).unwrap_or_default()
}

/// The two digits of each byte.
static DIGITS: [[u8; 2]; 256] = {
    let (half, mut pairs, mut byte) = (b"0123456789abcdef", [[0; 2]; 256], 0);
    while byte < pairs.len() {
        pairs[byte] = [half[byte >> 4], half[byte & 0x0f]];
        byte += 1;
    }
    pairs
};

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_are_of_version_4_and_differ() {
        let ids = (0..1000).map(|_| SystemPlatform.new_id());
        let others = (0..1000).map(|_| uuid(without_kernel()));
        let ids: HashSet<String> = ids.chain(others).collect();
        assert_eq!(ids.len(), 2000);
        let (mut ones, mut zeros) = (0, 0);
        for id in ids {
            let bits = u128::from_str_radix(&id.replace('-', ""), 16).unwrap();
            ones |= bits;
            zeros |= !bits;
        }
        // All bits vary but those of the version and the variant.
        assert_eq!(ones, 0xffff_ffff_ffff_4fff_bfff_ffff_ffff_ffff);
        assert_eq!(!zeros, 0x0000_0000_0000_4000_8000_0000_0000_0000);
    }

    #[test]
    fn an_id_has_the_form_of_a_uuid() {
        let counted = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255];
        assert_eq!(uuid(counted), "00010203-0405-4607-8809-0a0b0c0d0eff");
        assert_eq!(uuid([0; 16]), "00000000-0000-4000-8000-000000000000");
        assert_eq!(uuid([255; 16]), "ffffffff-ffff-4fff-bfff-ffffffffffff");
    }
}
