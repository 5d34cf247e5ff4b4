//! adk.

#[doc(hidden)]
pub mod __private;
pub mod agent;
pub mod artifact;
pub mod content;
pub mod context;
mod emit;
pub mod error;
pub mod event;
mod flow;
mod instruction;
pub mod invocation;
pub mod memory;
pub mod model;
pub mod platform;
pub mod plugin;
pub mod prelude;
pub mod runner;
pub mod session;
mod telemetry;
#[cfg(feature = "testing")]
pub mod testing;
pub mod tool;

#[cfg(feature = "macros")]
pub use adk_macros::{agent, tool, tools};
pub use agent::{LlmAgent, LlmAgentBuilder};
pub use content::{Content, Json, Part, Role};
pub use context::{CallbackContext, ReadonlyContext, RunConfig, ToolContext};
pub use error::{BoxError, Error, ErrorKind, Result};
pub use event::{Event, StateDelta};
pub use instruction::Instruction;
pub use invocation::{Agent, EventStream, InvocationContext};
pub use runner::{CreateSession, Run, Runner};
pub use session::{InMemorySessionService, Session, SessionService};
pub use tool::{FunctionTool, Tool, ToolError};
pub use {schemars, serde, serde_json};
