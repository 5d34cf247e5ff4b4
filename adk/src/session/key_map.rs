//! Maps by session. A key brings its hash along, since a run looks its session up a dozen
//! times in two maps, and names are long to hash.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::SessionKey;

/// Values by session.
pub(crate) type KeyMap<V> = HashMap<SessionKey, V, BuildHasherDefault<KeyHasher>>;

/// Takes what a [`SessionKey`] writes, which is a hash already.
#[derive(Debug, Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
