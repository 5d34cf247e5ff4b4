//! adk.

pub mod artifact;
pub mod content;
pub mod context;
pub mod error;
pub mod event;
pub mod memory;
pub mod model;
pub mod platform;
pub mod session;
pub mod tool;

pub use content::{Content, Json, Part, Role};
pub use context::{CallbackContext, ReadonlyContext, RunConfig, ToolContext};
pub use error::{BoxError, Error, ErrorKind, Result};
pub use event::{Event, StateDelta};
pub use session::{InMemorySessionService, Session, SessionService};
pub use tool::{Tool, ToolError};
