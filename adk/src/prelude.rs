//! The names that every program needs: `use adk::prelude::*;`.

pub use crate::agent::LlmAgent;
pub use crate::content::{Content, Json, Part, Role};
pub use crate::context::{App, CallbackContext, ReadonlyContext, RunConfig, ToolContext};
pub use crate::error::{Error, ErrorKind, Result};
pub use crate::event::Event;
pub use crate::instruction::Instruction;
pub use crate::invocation::{Agent, Emitter, InvocationContext};
pub use crate::model::{Llm, StreamingMode};
pub use crate::runner::Runner;
pub use crate::session::StateKeys;
pub use crate::tool::{FunctionTool, Tool, ToolError, ToolsetExt as _};
#[cfg(feature = "macros")]
pub use adk_macros::{StateKeys, agent, tool, tools, toolset};
