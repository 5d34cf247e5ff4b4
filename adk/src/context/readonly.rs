//! What an instruction provider sees.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::{ReadonlyState, Scope, shared_accessors};
use crate::session::ReadState;

/// Who asks, and the state, to read.
///
/// ```
/// use adk::ReadonlyContext;
///
/// fn greeting(ctx: &ReadonlyContext) -> String {
///     format!("You serve {}.", ctx.user_id())
/// }
/// ```
#[derive(Clone)]
pub struct ReadonlyContext {
    pub(crate) scope: Arc<Scope>,
    pub(crate) agent: Arc<str>,
    pub(crate) branch: Option<Arc<str>>,
}

impl ReadonlyContext {
    shared_accessors!();

    fn base(&self) -> &ReadonlyContext {
        self
    }

    /// The state, to read.
    #[must_use]
    pub fn state(&self) -> ReadonlyState<'_> {
        ReadonlyState::new(&self.scope)
    }
}

impl ReadState for ReadonlyContext {
    fn value(&self, key: &str) -> Option<Cow<'_, Value>> {
        self.state().get(key).map(Cow::Owned)
    }
}

impl fmt::Debug for ReadonlyContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadonlyContext")
            .field("agent", &self.agent)
            .field("session", &self.scope.key)
            .field("invocation_id", &self.scope.invocation_id)
            .finish_non_exhaustive()
    }
}
