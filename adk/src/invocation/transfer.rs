//! To whom above it an agent may hand the conversation over.

/// To whom above it an agent's model may hand the conversation over: the agent above, and
/// those beside it. All may, unless it is said otherwise; below it is always allowed.
///
/// ```
/// use adk::invocation::TransferPolicy;
///
/// let policy = TransferPolicy::new().disallow_parent();
/// assert!(!policy.to_parent && policy.to_peers);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
pub struct TransferPolicy {
    /// To the agent above; also whether a later message of the user may find its way back to
    /// that one.
    pub to_parent: bool,
    /// To the other agents under the same one.
    pub to_peers: bool,
}

impl TransferPolicy {
    /// To the parent and to the peers.
    pub fn new() -> Self {
        Self {
            to_parent: true,
            to_peers: true,
        }
    }

    /// Not to the parent.
    pub fn disallow_parent(mut self) -> Self {
        self.to_parent = false;
        self
    }

    /// Not to the peers.
    pub fn disallow_peers(mut self) -> Self {
        self.to_peers = false;
        self
    }
}

impl Default for TransferPolicy {
    fn default() -> Self {
        Self::new()
    }
}
