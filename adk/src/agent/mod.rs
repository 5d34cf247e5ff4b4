//! The agents: [`LlmAgent`], which a model leads; [`SequentialAgent`], [`ParallelAgent`] and
//! [`LoopAgent`], which follow a plan; [`CustomAgent`], which a function leads; and
//! [`AgentTool`], an agent as a tool of another.
//!
//! An agent of another kind implements the trait [`Agent`](crate::Agent).

pub(crate) mod agent_tool;
mod custom;
pub(crate) mod entry;
mod hooks;
mod into_agent;
mod llm;
pub(crate) mod made;
mod workflow;

pub use crate::flow::{IncludeContents, RequestProcessor, ResponseProcessor};
pub use crate::graph::{AgentKind, Graph};
pub use agent_tool::AgentTool;
pub use custom::{CustomAgent, CustomAgentBuilder};
pub use into_agent::IntoAgent;
pub use llm::{Input, IntoModel, LlmAgent, LlmAgentBuilder, Output};
pub use workflow::{LoopAgent, ParallelAgent, SequentialAgent, WorkflowBuilder};
