//! The agents.

mod llm;

pub use llm::{IntoModel, LlmAgent, LlmAgentBuilder};
