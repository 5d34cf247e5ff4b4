//! What hosts were given to ask, until the answer comes: it is good for one call, the one that
//! the question was about.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use sha2::{Digest as _, Sha256};

/// The most questions that wait; where there are more, the oldest has to be asked anew.
const MOST: usize = 1024;

/// Each by the state that its host brings back, with a hash of what the person read.
#[derive(Debug, Default)]
pub(super) struct Questions(Mutex<VecDeque<(String, Vec<u8>)>>);

impl Questions {
    pub(super) fn ask(&self, state: String, read: &str) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() == MOST {
            waiting.pop_front();
        }
        waiting.push_back((state, hash(read)));
    }

    /// Whether this was asked and not yet answered; it is from now on.
    pub(super) fn take(&self, state: &str, read: &str) -> bool {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let asked = waiting.iter().position(|(asked, _)| asked == state);
        let asked = asked.and_then(|place| waiting.remove(place));
        asked.is_some_and(|(_, about)| about == hash(read))
    }
}

fn hash(text: &str) -> Vec<u8> {
    Sha256::digest(text).to_vec()
}
