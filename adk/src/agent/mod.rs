//! The agents.

mod llm;

pub use crate::flow::IncludeContents;
pub use llm::{IntoModel, LlmAgent, LlmAgentBuilder};
