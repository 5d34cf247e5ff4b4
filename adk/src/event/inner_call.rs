//! A call inside an agent tool that waits for the user, and the way back to it.

use serde::{Deserialize, Serialize};

use super::ToolConfirmation;
use crate::content::FunctionCall;

/// A call that waits, made by the agent of an agent tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InnerCall {
    /// The id under which the user is asked, in the session of the caller.
    pub(crate) id: Box<str>,
    /// The call as the inner session holds it.
    pub(crate) call: FunctionCall,
    /// The inner session.
    pub(crate) session: Box<str>,
    /// The call of the agent tool, to be made again with the answer.
    pub(crate) agent_call: FunctionCall,
    /// What allowed that call, where somebody was asked; nobody is asked again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) confirmation: Option<ToolConfirmation>,
}
