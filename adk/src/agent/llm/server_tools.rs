//! What stands beside the tools of Gemini's server, which older models refuse: `#[agent]` says it
//! while compiling, where it can see model and tools.

use super::LlmAgentBuilder;
use crate::error::{Error, ErrorKind, Result};
use crate::model::Llm;
use crate::tool::mixing_fault;

/// Refuses a tool of Gemini's server that the model does not take in such a request.
///
/// # Errors
/// [`ErrorKind::Config`].
pub(super) fn check(agent: &LlmAgentBuilder, model: &dyn Llm) -> Result<()> {
    let mut tools = agent.tools.tools();
    let Some(tool) = tools.find(|tool| !tool.is_declared()) else {
        return Ok(());
    };
    let beside = if agent.tools.tools().any(|tool| tool.is_declared()) {
        "functions"
    } else if !agent.sub_agents.is_empty() {
        "agents to hand over to"
    } else if agent.output.is_some() || agent.output_schema.is_some() {
        "output schema"
    } else {
        ""
    };
    match mixing_fault(model.name(), tool.name(), beside) {
        Some(fault) => {
            let text = format!("agent `{}`: {}", agent.name, fault.as_str());
            Err(Error::new(ErrorKind::Config, text))
        }
        None => Ok(()),
    }
}
