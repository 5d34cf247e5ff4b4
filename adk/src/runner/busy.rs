//! One run at a time a session: a second would write between the first one's calls and
//! their answers.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::{Error, ErrorKind, Result};
use crate::session::SessionKey;

#[derive(Debug, Clone, Default)]
pub(super) struct BusySessions(Arc<Mutex<HashSet<SessionKey>>>);

/// Holds a session until it is dropped.
#[derive(Debug)]
pub(super) struct Hold {
    sessions: BusySessions,
    key: SessionKey,
}

impl BusySessions {
    pub(super) fn hold(&self, key: &SessionKey) -> Result<Hold> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !held.insert(key.clone()) {
            return Err(Error::new(
                ErrorKind::SessionBusy,
                format!(
                    "session `{}` has a run under way; wait for its end",
                    key.session()
                ),
            ));
        }
        Ok(Hold {
            sessions: self.clone(),
            key: key.clone(),
        })
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        let mut held = self
            .sessions
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        held.remove(&self.key);
    }
}
