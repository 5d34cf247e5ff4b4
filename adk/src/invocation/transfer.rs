//! [`TransferPolicy`]: to whom above it an agent may hand the conversation over.

/// To whom an agent's model may hand the conversation over, other than to its sub-agents: to its
/// parent, the agent above, and to its peers, the other agents under that one. Both by default.
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
    /// Whether to the parent. An agent that may not does not keep the conversation: the user's
    /// next message goes to an agent above it.
    pub to_parent: bool,
    /// Whether to the peers.
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
