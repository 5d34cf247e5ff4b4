//! The agents: one that a model drives, those that follow a plan, and one that a function
//! drives.

mod agent_tool;
mod custom;
mod hooks;
mod llm;
mod workflow;

pub use crate::flow::IncludeContents;
pub use agent_tool::AgentTool;
pub use custom::{CustomAgent, CustomAgentBuilder};
pub use llm::{IntoModel, LlmAgent, LlmAgentBuilder};
pub use workflow::{LoopAgent, ParallelAgent, SequentialAgent, WorkflowBuilder};
