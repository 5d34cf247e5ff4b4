//! A call behind an agent tool that waits for the user, and the way back to it.

use serde::{Deserialize, Serialize};

use crate::content::FunctionCall;

/// A call that an agent behind an agent tool made and that waits. The user is asked in the
/// session of the caller, under an id of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InnerCall {
    /// The call as the inner session holds it.
    pub(crate) call: FunctionCall,
    /// The inner session.
    pub(crate) session: Box<str>,
    /// The call of the agent tool, to be made again with the answer.
    pub(crate) agent_call: FunctionCall,
}
