//! The agents: [`LlmAgent`], which a model leads; [`SequentialAgent`], [`ParallelAgent`] and
//! [`LoopAgent`], which follow a plan; [`CustomAgent`], which a function leads; and
//! [`AgentTool`], an agent as a tool of another.
//!
//! An agent of another kind implements the trait [`Agent`](crate::Agent).

mod agent_tool;
mod custom;
mod hooks;
mod llm;
mod workflow;

pub use crate::flow::{IncludeContents, RequestProcessor, ResponseProcessor};
pub use agent_tool::AgentTool;
pub use custom::{CustomAgent, CustomAgentBuilder};
pub use llm::{IntoModel, LlmAgent, LlmAgentBuilder};
pub use workflow::{LoopAgent, ParallelAgent, SequentialAgent, WorkflowBuilder};
